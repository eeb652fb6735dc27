/** 保单: the photo or the PDF left, the fields right; a length that is not a year is said before it is saved. */
import { Alert } from 'antd'
import { BesideForm, type BesideProps } from '../ground/beside-form.web.tsx'
import { notAYear } from './insurance.rules.ts'

const note = (values: Record<string, unknown>) => {
  const { startAt, endAt } = values
  const why = typeof startAt === 'string' && typeof endAt === 'string' ? notAYear(startAt, endAt) : null
  return why ? <Alert type="warning" showIcon className="zyt-form-alert" title={why} /> : null
}

export default function PolicyForm(props: BesideProps) {
  return (
    <BesideForm
      {...props}
      entity="insurancePolicy"
      files={['attachments']}
      hint="上传保单照片或电子保单（PDF）后，在这里对照着录入右侧内容"
      note={note}
    />
  )
}
