/** 系统管理: people, rights, data permission, dictionaries, parameters, messages, sites. */
import { defineModule } from '#kit/entity/module.ts'
import { inboxMessage, problemFeedback, problemFeedbackActions, systemMessage, systemMessageActions } from './messages.ts'
import { dept, role, roleActions, user, userActions } from './org.ts'
import { dataTemplate, sysRuleName, sysRuleResource } from './permission.ts'
import { dictGroup, dictItem, parameterValue, release, releaseActions, siteConfig } from './settings.ts'

export const system = defineModule({
  name: 'system',
  label: '系统管理',
  menus: [
    { code: 'systemMenu', title: '系统管理', icon: 'setting', order: 90 },
    { code: 'messageMenu', title: '消息中心', icon: 'bell', order: 85 },
  ],
  entities: [dept, user, role, sysRuleName, sysRuleResource, dataTemplate, dictGroup, dictItem, parameterValue, siteConfig, release, systemMessage, inboxMessage, problemFeedback],
  actions: [userActions, roleActions, releaseActions, systemMessageActions, problemFeedbackActions],
  screens: [
    { code: 'user', title: '用户管理', path: '/system/user', kind: 'list', entity: 'user', menu: 'systemMenu', icon: 'user', order: 1, functions: { user_resetPassword: '重置密码', user_whyNot: '查看权限说明' }, help: '新增用户、分配角色与数据权限模板、停用、重置密码。' },
    { code: 'userModify', title: '用户编辑', path: '/system/userModify', kind: 'page', entity: 'user', of: 'user' },
    { code: 'role', title: '角色管理', path: '/system/role', kind: 'list', entity: 'role', menu: 'systemMenu', icon: 'team', order: 2, functions: { role_grant: '授权', role_preview: '以角色预览' }, help: '角色决定能看到的菜单与按钮；数据范围由数据权限模板决定。' },
    { code: 'roleManage', title: '角色授权', path: '/system/roleManage', kind: 'page', of: 'role', right: 'role_grant' },
    { code: 'roleDetail', title: '角色详情', path: '/system/roleDetail', kind: 'detail', entity: 'role', of: 'role' },
    { code: 'roleAdd', title: '新增角色', path: '/system/roleAdd', kind: 'form', entity: 'role', of: 'role', right: 'role_add' },
    { code: 'roleModify', title: '修改角色', path: '/system/roleModify', kind: 'form', entity: 'role', of: 'role', right: 'role_edit' },
    { code: 'resource', title: '资源管理', path: '/system/resource', kind: 'page', menu: 'systemMenu', icon: 'apartment', order: 3, functions: { resource_add: '新增', resource_edit: '修改', resource_delete: '删除', resource_sort: '排序' }, help: '菜单、页面与功能按钮的资源树；接口地址由服务端强制校验。' },
    { code: 'menu', title: '菜单管理', path: '/system/menu', kind: 'page', menu: 'systemMenu', icon: 'menu', order: 4, functions: { menu_edit: '修改' }, help: '调整菜单名称、图标与顺序。' },
    { code: 'datatemplate', title: '数据权限模板', path: '/system/datatemplate', kind: 'page', menu: 'systemMenu', icon: 'safety', order: 5, functions: { datatemplate_add: '新增', datatemplate_edit: '修改', datatemplate_delete: '删除', datatemplate_preview: '预览效果' }, help: '规则名称 × 资源 × 取值。受控资源没有授权条目时，看不到任何数据。' },
    { code: 'dept', title: '部门管理', path: '/depart/list', kind: 'tree', entity: 'dept', menu: 'systemMenu', icon: 'cluster', order: 6, help: '公司的部门树，可拖动排序。' },
    { code: 'systemLog', title: '系统日志', path: '/system/systemLog', kind: 'page', menu: 'systemMenu', icon: 'file-search', order: 7, functions: { systemLog_export: '导出', systemLog_verify: '校验日志链' }, help: '谁在什么时候、从哪里、对哪条记录做了什么，含修改前后。日志只增不改，可校验是否被篡改。' },
    { code: 'dictionary', title: '数据字典', path: '/system/dictionary', kind: 'list', entity: 'dictItem', menu: 'systemMenu', icon: 'book', order: 8, help: '所有下拉选项的来源。' },
    { code: 'dictionaryEdit', title: '字典编辑', path: '/system/dictionaryEdit', kind: 'form', entity: 'dictItem', of: 'dictionary' },
    { code: 'dictionaryDetail', title: '字典项', path: '/system/dictionaryDetail', kind: 'detail', entity: 'dictItem', of: 'dictionary' },
    { code: 'dictGroupDetail', title: '字典分组', path: '/system/dictGroup', kind: 'detail', entity: 'dictGroup', of: 'dictionary' },
    { code: 'dictionaryCarModel', title: '车型字典', path: '/system/dictionaryCarModel', kind: 'list', entity: 'vehicleModel', of: 'dictionary', view: { columns: ['brand', 'series', 'name', 'category', 'energy', 'status'] } },
    { code: 'parameterSett', title: '参数设置', path: '/system/parameterSett', kind: 'page', menu: 'systemMenu', icon: 'sliders', order: 9, functions: { parameterSett_edit: '修改' }, help: '业务参数：每项有取值范围，修改留痕。' },
    { code: 'operationSettings', title: '运营设置', path: '/system/operationSettings', kind: 'page', menu: 'systemMenu', icon: 'control', order: 10, functions: { operationSettings_edit: '修改' }, help: '运营规则，包括退车需要哪些检查与费用。' },
    { code: 'appConfig', title: '站点配置', path: '/system/appConfig', kind: 'list', entity: 'siteConfig', menu: 'systemMenu', icon: 'global', order: 11, help: '每个域名的名称、公司、Logo、登录背景与外观。' },
    { code: 'appConfigDetail', title: '站点详情', path: '/system/appConfigDetail', kind: 'detail', entity: 'siteConfig', of: 'appConfig' },
    { code: 'appConfigEdit', title: '站点编辑', path: '/system/appConfigEdit', kind: 'form', entity: 'siteConfig', of: 'appConfig' },
    { code: 'versionList', title: '版本列表', path: '/system/versionList', kind: 'list', entity: 'release', menu: 'systemMenu', icon: 'tag', order: 12, help: '各版本的更新内容。最新发布的版本会提示在线用户刷新。' },
    { code: 'versionDetail', title: '版本详情', path: '/system/versionDetail', kind: 'detail', entity: 'release', of: 'versionList' },
    { code: 'systemMessage', title: '系统消息', path: '/message/systemMessage', kind: 'list', entity: 'systemMessage', menu: 'messageMenu', icon: 'notification', order: 1, help: '向角色或部门发布消息，查看阅读率。' },
    { code: 'systemMessageDetail', title: '消息详情', path: '/message/systemMessageDetail', kind: 'detail', entity: 'systemMessage', of: 'systemMessage' },
    { code: 'problemFaceBack', title: '问题反馈', path: '/message/problemFaceBack', kind: 'list', entity: 'problemFeedback', menu: 'messageMenu', icon: 'question-circle', order: 2, help: '反馈使用中遇到的问题，可附截图；管理员回复并关闭。' },
    { code: 'problemFaceBackDetail', title: '反馈详情', path: '/message/problemFaceBackDetail', kind: 'detail', entity: 'problemFeedback', of: 'problemFaceBack' },
  ],
  parameters: [
    { code: 'idleMinutes', label: '无操作自动退出', group: '安全', kind: 'int', default: 30, min: 5, max: 720, hint: '分钟；轮询不算操作' },
    { code: 'sessionHours', label: '登录最长有效', group: '安全', kind: 'int', default: 12, min: 1, max: 168, hint: '小时；到期必须重新登录' },
    { code: 'passwordMinLength', label: '密码最短长度', group: '安全', kind: 'int', default: 8, min: 8, max: 64, hint: '位' },
    { code: 'passwordMaxDays', label: '密码有效期', group: '安全', kind: 'int', default: 0, min: 0, max: 365, hint: '天；0 表示不过期' },
    { code: 'lockAfterFailures', label: '连续输错锁定次数', group: '安全', kind: 'int', default: 5, min: 3, max: 20, hint: '次' },
    { code: 'lockMinutes', label: '锁定时长', group: '安全', kind: 'int', default: 15, min: 5, max: 1440, hint: '分钟' },
    { code: 'exportKeepDays', label: '导出文件保留天数', group: '系统', kind: 'int', default: 7, min: 1, max: 30, hint: '天' },
    { code: 'logKeepDays', label: '日志保留天数', group: '系统', kind: 'int', default: 400, min: 184, max: 3650, hint: '不少于 184 天（网络安全法要求至少六个月）' },
  ],
})
