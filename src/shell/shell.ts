/** Screens that belong to no business: welcome, home pages, one's own account, the demo of the shared controls. */
import { defineModule } from '#kit/entity/module.ts'

export const shell = defineModule({
  name: 'shell',
  label: '工作台',
  menus: [{ code: 'homeMenu', title: '工作台', icon: 'home', order: 0 }],
  entities: [],
  screens: [
    { code: 'dashboard', title: '欢迎页', path: '/dashboard', kind: 'page', help: '我的待办、常用功能与最近访问的页面。' },
    {
      code: 'homePage',
      title: '首页',
      path: '/homePage',
      kind: 'page',
      menu: 'homeMenu',
      icon: 'dashboard',
      order: 1,
      looks: ['leasing', 'rental'],
      help: '租赁经营概况。点击任一数字，打开它所统计的记录。',
    },
    {
      code: 'tmsHomePage',
      title: 'TMS首页',
      path: '/tmsHomePage',
      kind: 'page',
      menu: 'homeMenu',
      icon: 'dashboard',
      order: 2,
      looks: ['tms'],
      help: '运输经营概况。点击任一数字，打开它所统计的记录。',
    },
    { code: 'profile', title: '个人中心', path: '/profile', kind: 'page', help: '我的资料、密码、登录设备与两步验证。' },
    {
      code: 'demo',
      title: '组件演示',
      path: '/demo',
      kind: 'page',
      menu: 'homeMenu',
      icon: 'appstore',
      order: 90,
      admins: true,
      help: '各页面共用的控件，放在一起对照。',
    },
  ],
})
