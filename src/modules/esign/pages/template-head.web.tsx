/** Above the detail of a template: the way to its design, and its words. */
import { Section } from '#kit/ui/parts/section.web.tsx'
import { ReasonButton } from '#kit/ui/record.web.tsx'
import { useScreen } from '#kit/ui/screen/screen.web.ts'
import type { TabProps } from '#kit/ui/screen/slots.web.ts'
import { useCan } from '#kit/ui/state/session.web.ts'
import { DICTIONARY } from '../templates/dictionary.ts'
import './sign.css'

export default function TemplateHead({ row }: TabProps) {
  const { open } = useScreen()
  const may = useCan()('templateList_edit')
  if (row['kind'] === 'pdf')
    return (
      <Section title="版式设计" hint="把签署区与内容控件拖到页面上，发布后生效">
        <ReasonButton
          type="primary"
          reason={may ? null : '您没有修改模板的权限，请联系管理员开通'}
          onClick={() => open('templateDesign', { id: String(row.id) })}
        >
          打开设计页
        </ReasonButton>
      </Section>
    )
  return (
    <Section title="可用字段" hint="在正文中写 {{字段}}，发起时取业务数据；缺少的内容会先列出来">
      <p className="zyt-sign-note">
        {Object.entries(DICTIONARY)
          .map(([path, label]) => `{{${path}}} ${label}`)
          .join('　')}
      </p>
    </Section>
  )
}
