/** /franchise: a visitor asks to join; the request lands in 加盟信息. */
import { useEffect, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { checkPhone } from '#kit/basics/identifiers/mobile.ts'
import { api, ApiError } from '#kit/ui/client/api.web.ts'
import { Drawing } from '#kit/ui/look/drawing.web.tsx'
import { logoOf } from '../site/site.ts'
import { useSite } from '../site/site.web.ts'
import './public.css'

const FIELDS = [
  { name: 'name', label: '联系人', max: 30, required: true, auto: 'name' },
  { name: 'phone', label: '联系电话', max: 30, required: true, auto: 'tel' },
  { name: 'company', label: '公司名称', max: 60, required: false, auto: 'organization' },
  { name: 'region', label: '意向城市', max: 60, required: true, auto: 'address-level2' },
] as const
type Values = Record<(typeof FIELDS)[number]['name'] | 'intent', string>
const EMPTY: Values = { name: '', phone: '', company: '', region: '', intent: '' }

function check(values: Values): Record<string, string> {
  const errors: Record<string, string> = {}
  for (const field of FIELDS) if (field.required && values[field.name].trim() === '') errors[field.name] = `请输入${field.label}`
  const phone = checkPhone(values.phone)
  if (phone) errors['phone'] = phone
  return errors
}

/** The code of the link somebody handed round; opening it counts as a visit. Nothing here waits for that, or minds when it fails. */
function usePromo(): string | null {
  const [query] = useSearchParams()
  const code = query.get('promo')?.trim()
  const promo = code && /^\w{1,20}$/.test(code) ? code : null
  useEffect(() => {
    if (promo) void api.post('/api/v1/franchise/visit', { code: promo }, { silent: true }).catch(() => {})
  }, [promo])
  return promo
}

export default function Franchise() {
  const site = useSite()
  const promo = usePromo()
  const [values, setValues] = useState(EMPTY)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [state, setState] = useState<'filling' | 'sending' | 'sent'>('filling')

  const submit = async (event: React.FormEvent): Promise<void> => {
    event.preventDefault()
    const problems = check(values)
    setErrors(problems)
    if (Object.keys(problems).length > 0) return
    setState('sending')
    try {
      await api.post('/api/v1/franchise/apply', promo ? { ...values, promo } : values, { silent: true })
      setState('sent')
    } catch (error) {
      setState('filling')
      const refused = error instanceof ApiError ? error : null
      const fields = refused?.data as Record<string, string> | null | undefined
      setErrors(refused?.code === 400 && fields ? fields : { '': refused?.message ?? '服务器请求失败' })
    }
  }
  return (
    <main className="zyt-page">
      <img src={logoOf(site)} alt="" width={48} height={48} />
      <h1>招商加盟</h1>
      {state === 'sent' ? (
        <>
          <Drawing name="done" />
          <p role="status">提交成功，我们会在两个工作日内与您联系。</p>
        </>
      ) : (
        <form className="zyt-sheet zyt-fields" onSubmit={(event) => void submit(event)} noValidate>
          {FIELDS.map((field) => (
            <div key={field.name} className="zyt-field">
              <label htmlFor={`f-${field.name}`} data-required={field.required || undefined}>
                {field.label}
              </label>
              <input
                id={`f-${field.name}`}
                autoComplete={field.auto}
                maxLength={field.max}
                value={values[field.name]}
                aria-invalid={errors[field.name] !== undefined}
                aria-describedby={`f-${field.name}-error`}
                onChange={(event) => setValues({ ...values, [field.name]: event.target.value })}
              />
              <span id={`f-${field.name}-error`} className="zyt-field-error" role="alert">
                {errors[field.name]}
              </span>
            </div>
          ))}
          <div className="zyt-field">
            <label htmlFor="f-intent">合作意向</label>
            <textarea
              id="f-intent"
              rows={3}
              maxLength={500}
              value={values.intent}
              onChange={(event) => setValues({ ...values, intent: event.target.value })}
            />
          </div>
          <p className="zyt-field-error" role="alert">
            {errors['']}
          </p>
          <button type="submit" className="zyt-button zyt-button-primary" disabled={state === 'sending'}>
            {state === 'sending' ? '提交中…' : '提交申请'}
          </button>
        </form>
      )}
      <Link to="/">返回</Link>
    </main>
  )
}
