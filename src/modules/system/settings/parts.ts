/** What of the product a company uses, as parameters: one switch a part, and how the menu is grouped. */
import { PARTS, type Parameter } from '#kit/entity/module.ts'

const GROUP = '使用的模块'

export const partParameters: readonly Parameter[] = [
  ...Object.entries(PARTS).map(([code, name]): Parameter => ({
    code,
    label: `使用${name}`,
    group: GROUP,
    kind: 'flag',
    default: true,
    hint: `关闭后，${name}的页面不再出现在菜单、常用与搜索中，直接打开地址会说明已停用；已有数据与权限不变，重新打开即恢复`,
  })),
  {
    code: 'menuLayout',
    label: '菜单排列',
    group: GROUP,
    kind: 'choice',
    options: { work: '按日常工作分组', tree: '按「菜单管理」的排列' },
    default: 'work',
    hint: '按日常工作分组：同类页面合并为一项，打开后用页签切换；按「菜单管理」的排列：与资源树一致，可以自行排序',
  },
]
