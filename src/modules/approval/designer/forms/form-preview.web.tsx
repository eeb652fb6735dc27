/** The form as whoever fills it will meet it, on a desktop and on a phone; checked as the server will check it. */
import { useState } from 'react'
import { Button, Segmented } from 'antd'
import { Dialog } from '#kit/ui/dialog/dialog.web.tsx'
import { toast } from '#kit/ui/dialog/message.web.tsx'
import { checkForm, type FormSchema } from '../../forms/form.ts'
import { firstFormValues } from '../../forms/fields.ts'
import { FormRenderer } from '../../forms/form-renderer.web.tsx'

export function FormPreview({ form, onClose }: { form: FormSchema; onClose: () => void }) {
  const [on, setOn] = useState<'desktop' | 'phone'>('desktop')
  const [values, setValues] = useState<Record<string, unknown>>(() => firstFormValues(form))
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const judge = (): void => {
    const check = checkForm(form, values)
    setErrors(check.errors)
    if (check.ok) toast.success('填写正确，可以提交')
  }
  return (
    <Dialog
      open
      title="表单预览"
      width={1040}
      onCancel={onClose}
      okText="试填校验"
      onOk={judge}
      cancelText="关闭"
      extra={<Button onClick={() => (setValues(firstFormValues(form)), setErrors({}))}>清空</Button>}
    >
      <Segmented
        value={on}
        options={[
          { value: 'desktop', label: '电脑' },
          { value: 'phone', label: '手机' },
        ]}
        onChange={(next) => setOn(next as typeof on)}
      />
      <div className={on === 'phone' ? 'zyt-preview-phone zyt-phone' : 'zyt-preview-desktop'}>
        <FormRenderer
          form={form}
          values={values}
          errors={errors}
          onChange={(name, value) => setValues((all) => ({ ...all, [name]: value }))}
        />
      </div>
    </Dialog>
  )
}
