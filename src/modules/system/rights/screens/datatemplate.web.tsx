/** 数据权限模板: the templates; besides, the rules themselves and which pages they bind. */
import { PageTabs } from '#kit/ui/parts/page-tabs.web.tsx'
import { EntityList } from '#kit/ui/list/list.web.tsx'
import { useQueryState } from '#kit/ui/screen/screen.web.ts'
import { Templates } from './templates.web.tsx'
import './datatemplate.css'

const PARTS = ['templates', 'names', 'resources']

export default function DataTemplate() {
  const [params, setParams] = useQueryState()
  return (
    <PageTabs
      className="zyt-templates-tabs"
      activeKey={PARTS.includes(params['part'] ?? '') ? params['part'] : 'templates'}
      onChange={(part) => setParams({ part: part === 'templates' ? null : part })}
      destroyOnHidden
      items={[
        { key: 'templates', label: '权限模板', children: <Templates /> },
        { key: 'names', label: '规则名称', children: <Part note="一个规则名称对应一个数据维度，例如门店、部门。" entity="sysRuleName" /> },
        {
          key: 'resources',
          label: '规则资源',
          children: <Part note="受控的页面按规则限制数据；受控而没有授权条目的页面看不到任何数据。" entity="sysRuleResource" />,
        },
      ]}
    />
  )
}

const Part = ({ note, entity }: { note: string; entity: string }) => (
  <div className="zyt-template-part">
    <p className="zyt-list-note">{note}</p>
    <EntityList entity={entity} embedded />
  </div>
)
