/** What people write: reviews, problems, messages, release notes, franchise applications. */
import { addDays } from '#kit/basics/time/day.ts'
import { mobile, personName, plate } from './random.ts'
import type { World } from './world.ts'

const REVIEWS: [number, string][] = [
  [5, '准时到达，司机装卸很仔细，货物完好。'],
  [5, '车况好，冷链温度全程稳定。'],
  [4, '整体不错，晚了十分钟，提前打过电话。'],
  [2, '外箱有两处压痕，签收时已注明。'],
  [5, '第三次合作，一如既往。'],
  [3, '司机态度可以，路线绕了一些。'],
  [1, '约定上午送达，下午才到，影响了门店补货。'],
  [4, '价格合适，对账清楚。'],
  [5, '夜间配送也很及时。'],
  [4, '车厢干净。'],
]

export async function makeTalk(w: World): Promise<void> {
  const r = w.random
  for (const [i, [score, content]] of REVIEWS.entries()) {
    const day = addDays(w.until, -3 * (REVIEWS.length - i))
    w.at(day, '18:00')
    const id = await w.add('yunqiao_service', 'orderReview', {
      orderNo: `YD${day.replaceAll('-', '')}-${String(i + 1).padStart(4, '0')}`,
      reviewer: personName(r),
      mobile: mobile(r),
      driverName: personName(r),
      plateNo: plate(r, '沪A', true),
      score,
      content,
      reviewedAt: w.instant(day, '17:42'),
      store: r.pick(w.stores).id,
    })
    if (i < 6)
      await w.act('yunqiao_service', 'orderReview', 'reply', id, {
        reply: score >= 4 ? '感谢您的认可，期待再次为您服务。' : '非常抱歉给您带来不便，已核实情况并与司机沟通改进。',
      })
  }
  w.at(addDays(w.until, -12), '10:00')
  const first = await w.add('yunqiao_sales', 'problemFeedback', {
    title: '合同列表想按到期日筛选',
    page: '租赁合同',
    content: '月底做续租跟进时，希望直接筛出下个月到期的合同。',
  })
  w.at(addDays(w.until, -11), '09:30')
  await w.act('yunqiao_service', 'problemFeedback', 'reply', first, {
    answer: '展开筛选区，「到期日」选择起止日期即可；可以保存为视图，下次一键打开。',
  })
  w.at(addDays(w.until, -2), '15:10')
  await w.add('yunqiao_fleet', 'problemFeedback', {
    title: '导入车辆时能否带出车型',
    page: '车辆列表',
    content: '模板里的车型要一个个选，希望按品牌和名称自动匹配。',
  })

  w.at(addDays(w.until, -20), '09:00')
  const release = await w.add(undefined, 'release', {
    versionNo: '0.1.0',
    title: '首个版本',
    notes: '系统管理、车辆档案、承租人、租赁合同、交车、出账与收款。',
  })
  await w.act(undefined, 'release', 'publish', release)
  w.at(addDays(w.until, -6), '09:00')
  const message = await w.add(undefined, 'systemMessage', {
    title: '月底对账安排',
    category: 'notice',
    content: '请各门店于 28 日前完成当月收款登记，财务 30 日统一审核。',
    toAll: true,
  })
  await w.act(undefined, 'systemMessage', 'publish', message)

  for (const [i, city] of ['南京市', '宁波市', '合肥市'].entries()) {
    w.at(addDays(w.until, -9 + i * 3), '14:00')
    const id = await w.add(undefined, 'franchiseApply', {
      contact: personName(r),
      mobile: mobile(r),
      city,
      fleetSize: r.int(5, 60),
      intent: '希望加盟轻卡租赁业务，已有停车场地。',
      host: 'localhost',
    })
    if (i === 0) await w.act('yunqiao_service', 'franchiseApply', 'follow', id)
  }
}
