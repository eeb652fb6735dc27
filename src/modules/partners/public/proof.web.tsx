/** A telephone and the code that was sent to it, on pages without an account. */
import { checkMobile } from '#kit/basics/identifiers/mobile.ts'
import { useState } from 'react'
import { api } from '#kit/ui/client/api.web.ts'
import type { useTurn } from '#kit/ui/state/use-turn.web.ts'

export type Headers = Record<string, string>

type Turn = ReturnType<typeof useTurn>

export function useProof(base: string, headers: Headers, { run, setProblem }: Turn) {
  const [mobile, setMobile] = useState('')
  const [code, setCode] = useState('')
  const [sent, setSent] = useState(false)
  const send = (): Promise<void> =>
    run(async () => {
      const wrong = checkMobile(mobile)
      if (wrong) return setProblem(wrong)
      await api.post(`${base}/code`, { mobile }, { headers, silent: true })
      setSent(true)
    })
  const enter = async (): Promise<string> =>
    (await api.post<{ session: string }>(`${base}/enter`, { mobile, code }, { headers, silent: true })).session
  return { mobile, setMobile, code, setCode, sent, send, enter }
}

export const ProofFields = ({ proof, busy }: { proof: ReturnType<typeof useProof>; busy: boolean }) => (
  <>
    <label className="zyt-od-field">
      <span>您的手机号</span>
      <span className="zyt-od-row">
        <input
          inputMode="tel"
          autoComplete="tel"
          maxLength={11}
          value={proof.mobile}
          onChange={(event) => proof.setMobile(event.target.value.replace(/\D/g, ''))}
        />
        <button type="button" disabled={busy || proof.mobile.length !== 11} onClick={() => void proof.send()}>
          {proof.sent ? '重新获取' : '获取验证码'}
        </button>
      </span>
    </label>
    <label className="zyt-od-field">
      <span>验证码</span>
      <input
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
        value={proof.code}
        onChange={(event) => proof.setCode(event.target.value.replace(/\D/g, ''))}
      />
    </label>
  </>
)
