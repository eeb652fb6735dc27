/** 运输: for now the reviews of orders. */
import { defineModule } from '#kit/entity/module.ts'
import { orderReview, orderReviewActions } from './reviews/review.ts'

export const transport = defineModule({
  name: 'transport',
  label: '运输',
  menus: [{ code: 'transportMenu', title: '运输管理', icon: 'truck', order: 50 }],
  entities: [orderReview],
  actions: [orderReviewActions],
  screens: [
    {
      code: 'evaluationList',
      title: '评价列表',
      path: '/transport/evaluationList',
      kind: 'list',
      entity: 'orderReview',
      menu: 'transportMenu',
      icon: 'star',
      order: 9,
      help: '客户对订单的评价。低分评价请及时回复；不宜公开的可以隐藏。',
    },
    {
      code: 'evaluationDetail',
      title: '评价详情',
      path: '/transport/evaluationDetail',
      kind: 'detail',
      entity: 'orderReview',
      of: 'evaluationList',
    },
  ],
})
