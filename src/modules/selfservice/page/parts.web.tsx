/** Small parts of the page: a panel, a field, a sentence of what went wrong, a picture that is sent along. */
import { useState, type ReactNode } from 'react'
import { sentenceOf } from '#kit/ui/client/api.web.ts'
import { uploadPicture, type Headers } from './call.web.ts'

export const Panel = ({ id, title, note, children }: { id: string; title: string; note?: string; children: ReactNode }) => (
  <section id={id} className="zyt-own-panel" aria-labelledby={`${id}-title`}>
    <h2 id={`${id}-title`}>{title}</h2>
    {note ? <p className="zyt-own-note">{note}</p> : null}
    {children}
  </section>
)

export const Problem = ({ text }: { text: string | null }) =>
  text ? (
    <p className="zyt-own-bad" role="alert">
      {text}
    </p>
  ) : null

export const Field = ({ label, children }: { label: string; children: ReactNode }) => (
  <label className="zyt-own-field">
    <span>{label}</span>
    {children}
  </label>
)

export const Remark = ({ value, onChange }: { value: string; onChange: (next: string) => void }) => (
  <Field label="备注（可不填）">
    <textarea rows={2} maxLength={200} value={value} onChange={(event) => onChange(event.target.value)} />
  </Field>
)

/** Sent as soon as it is chosen, so that a refusal of the form does not cost the picture. */
export function Picture({ label, headers, onDone }: { label: string; headers: Headers; onDone: (id: string | null) => void }) {
  const [name, setName] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const choose = async (file: File | undefined): Promise<void> => {
    if (!file) return
    setBusy(true)
    setProblem(null)
    onDone(null)
    setName(null)
    try {
      onDone(await uploadPicture(headers, file))
      setName(file.name)
    } catch (error) {
      setProblem(sentenceOf(error, '照片没有传上去，请重试'))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Field label={label}>
      <input
        type="file"
        accept="image/jpeg,image/png,image/webp"
        disabled={busy}
        onChange={(event) => {
          void choose(event.target.files?.[0])
        }}
      />
      {busy ? <span role="status">正在上传…</span> : null}
      {name ? <span className="zyt-own-good">照片已上传</span> : null}
      <Problem text={problem} />
    </Field>
  )
}

/** Without the component library; where a browser does not let a page copy, the text is there to be chosen by hand. */
export function Copy({ text }: { text: string }) {
  const [done, setDone] = useState<boolean | null>(null)
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text)
      setDone(true)
    } catch {
      setDone(false)
    }
  }
  return (
    <button type="button" onClick={() => void copy()}>
      {done === null ? '复制' : done ? '已复制' : '请长按文字复制'}
    </button>
  )
}
