/** /verify: anybody drops a signed PDF, or gives number and code, and reads who signed when, how sure, unchanged or changed. */
import { useEffect, useState } from 'react'
import { formatTime } from '#kit/basics/time/time-format.ts'
import { api, sentenceOf } from '#kit/ui/client/api.web.ts'
import './sign.css'

interface Verdict {
  ok: boolean
  problem: string | null
  note: string
  no: string | null
  title: string | null
  known: boolean
  latest: boolean
  sha256: string
  signatures: {
    kind: string
    name: string
    at: string | null
    stamped: boolean
    problem: string | null
    serial: string
    level: string | null
    revokedAt: string | null
  }[]
  parties: { role: string; name: string; signedAt: string | null; level: string | null }[]
  evidence: { holds: boolean; events: number } | null
}

export default function VerifyPage() {
  const [verdict, setVerdict] = useState<Verdict | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [over, setOver] = useState(false)
  const run = async (work: () => Promise<Verdict>): Promise<void> => {
    setBusy(true)
    setProblem(null)
    setVerdict(null)
    try {
      setVerdict(await work())
    } catch (error) {
      setProblem(sentenceOf(error, '验证未完成，请检查网络后重试'))
    } finally {
      setBusy(false)
    }
  }
  const drop = (file: File | undefined): void => {
    if (!file) return
    const form = new FormData()
    form.append('file', file)
    void run(() => api.upload<Verdict>('/api/public/contract/verify/file', form, { silent: true }))
  }
  useEffect(() => {
    document.title = '验证合同'
    const query = new URLSearchParams(window.location.search)
    const [n, c] = [query.get('n'), query.get('c')]
    if (n && c) void run(() => api.get<Verdict>('/api/public/contract/verify', { n, c }, { silent: true }))
  }, [])
  return (
    <main className="zyt-verify">
      <h1>验证电子合同</h1>
      <label
        className="zyt-verify-drop"
        data-over={over || undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setOver(false)
          drop(event.dataTransfer.files[0])
        }}
      >
        <span>把已签的 PDF 拖到这里，或点此选择文件</span>
        <input type="file" accept="application/pdf" aria-label="选择已签的 PDF" onChange={(event) => drop(event.target.files?.[0])} />
        <span className="zyt-sign-note">文件只用于本次验证，不会保存</span>
      </label>
      <ByNumber busy={busy} onAsk={(n, c) => void run(() => api.get<Verdict>('/api/public/contract/verify', { n, c }, { silent: true }))} />
      {busy ? <p role="status">正在验证…</p> : null}
      {problem ? <p role="alert">{problem}</p> : null}
      {verdict ? <Result verdict={verdict} /> : null}
    </main>
  )
}

/** Whoever has only the paper: both stand beside its square code. */
function ByNumber({ busy, onAsk }: { busy: boolean; onAsk: (n: string, c: string) => void }) {
  const [number, setNumber] = useState('')
  const [code, setCode] = useState('')
  return (
    <form
      className="zyt-verify-number"
      onSubmit={(event) => {
        event.preventDefault()
        onAsk(number.trim(), code.trim())
      }}
    >
      <label>
        <span>编号</span>
        <input required maxLength={40} value={number} autoComplete="off" onChange={(event) => setNumber(event.target.value)} />
      </label>
      <label>
        <span>验证码</span>
        <input
          required
          maxLength={8}
          pattern="[0-9a-fA-F]{8}"
          title="8 位数字与字母 A–F"
          value={code}
          autoComplete="off"
          onChange={(event) => setCode(event.target.value)}
        />
      </label>
      <button type="submit" disabled={busy}>
        按编号验证
      </button>
    </form>
  )
}

function Result({ verdict }: { verdict: Verdict }) {
  const signatures = verdict.signatures.filter((one) => one.kind === 'signature')
  const words = verdict.ok
    ? verdict.latest || !verdict.known
      ? '签名有效，签署后未被修改'
      : '签名有效；这是较早的版本，之后还有签署'
    : (verdict.problem ?? '验证未通过')
  return (
    <section className="zyt-sign-panel" aria-live="polite">
      <p className="zyt-verdict" data-ok={verdict.ok ? 'yes' : 'no'} role="status">
        {words}
      </p>
      {verdict.no ? (
        <p>{`${verdict.title ?? ''}（编号 ${verdict.no}）${verdict.evidence?.holds ? `，证据链 ${verdict.evidence.events} 条，完整` : ''}`}</p>
      ) : null}
      {verdict.evidence && !verdict.evidence.holds ? <p role="alert">签署过程的证据记录不完整或被改动，请联系合同的发起方</p> : null}
      <table>
        <thead>
          <tr>
            <th scope="col">签署人</th>
            <th scope="col">时间</th>
            <th scope="col">结果</th>
          </tr>
        </thead>
        <tbody>
          {signatures.map((one, i) => (
            <tr key={one.serial || i}>
              <td>
                {one.name || '无法读取'}
                {one.level ? <div className="zyt-sign-note">{one.level}</div> : null}
              </td>
              <td>
                {one.at ? formatTime(one.at) : '—'}
                <div className="zyt-sign-note">{one.stamped ? '有时间戳' : '无时间戳'}</div>
              </td>
              <td>
                {one.problem ?? '有效'}
                {one.revokedAt ? <div className="zyt-sign-note">{`证书已于 ${formatTime(one.revokedAt)} 吊销`}</div> : null}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="zyt-sign-note">{`${verdict.note}。SHA-256：${verdict.sha256}`}</p>
    </section>
  )
}
