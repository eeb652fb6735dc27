/** Screens that belong to no business: welcome, home pages, one's own account, the demo of the shared controls. */
import { defineModule } from '#kit/entity/module.ts'

export const shell = defineModule({
  name: 'shell',
  label: '工作台',
  menus: [{ code: 'homeMenu', title: '工作台', icon: 'home', order: 0 }],
  entities: [],
  screens: [
    // Where the console begins; whose role has one of the two below is led there.
    { code: 'dashboard', title: '首页', path: '/dashboard', kind: 'page', help: '今天要做的事、常用功能与最近访问的页面。' },
    {
      code: 'homePage',
      title: '首页',
      path: '/homePage',
      kind: 'page',
      menu: 'homeMenu',
      icon: 'dashboard',
      order: 1,
      looks: ['leasing', 'rental'],
      help: '今天要做的事与租赁经营概况。点击任一数字或图形，打开它所统计的记录。',
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
      help: '今天要做的事与运输经营概况。点击任一数字或图形，打开它所统计的记录。',
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
