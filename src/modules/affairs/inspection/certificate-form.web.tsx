/** 证件: both sides of the scan left, the fields right. */
import { BesideForm, type BesideProps } from '../ground/beside-form.web.tsx'

export default function CertificateForm(props: BesideProps) {
  return <BesideForm {...props} entity="certificate" files={['front', 'back']} hint="上传证件正反面后，在这里对照着录入右侧内容" />
}
