/** How the ticked bills are paid: by scanning the company's code, by a transfer to its account; and saying that it was done. */
import { useEffect, useState } from 'react'
import { parseYuan, plainYuan } from '#kit/basics/fen.ts'
import { api } from '#kit/ui/client/api.web.ts'
import type { OwnPage } from '../own.wire.ts'
import { referenceOf, sumOf } from '../todo.rules.ts'
import { useTurn } from '#kit/ui/state/use-turn.web.ts'
import { BASE, useSend, type Headers } from './call.web.ts'
import { Copy, Field, Picture, Problem, Remark } from './parts.web.tsx'

interface PayProps {
  page: OwnPage
  ticked: ReadonlySet<number>
  headers: Headers
  onDone: () => Promise<void>
  onClose: () => void
}
type Way = { kind: 'code'; id: number } | { kind: 'transfer' }

export function Pay({ page, ticked, headers, onDone, onClose }: PayProps) {
  const bills = page.bills.filter((b) => ticked.has(b.id))
  const stores = new Set(bills.map((b) => b.store))
  const codes = page.codes.filter((c) => c.stores.length === 0 || c.stores.some((s) => stores.has(s)))
  const account = page.accounts.find((a) => stores.has(a.store)) ?? null
  const ways: Way[] = [...codes.map((c): Way => ({ kind: 'code', id: c.id })), ...(account ? [{ kind: 'transfer' } as const] : [])]
  const [at, setAt] = useState(0)
  const way = ways[at] ?? ways[0]
  const [saying, setSaying] = useState(false)
  if (!way) return <p role="status">门店还没有设置收款码和收款账户，请联系门店付款。</p>
  const code = way.kind === 'code' ? codes.find((c) => c.id === way.id)! : null
  return (
    <div className="zyt-own-pay">
      <div className="zyt-own-ways" role="group" aria-label="付款方式">
        {ways.map((w, i) => (
          <button key={w.kind === 'code' ? w.id : 'transfer'} type="button" aria-pressed={w === way} onClick={() => setAt(i)}>
            {w.kind === 'code' ? codes.find((c) => c.id === w.id)!.name : '对公转账'}
          </button>
        ))}
      </div>
      {code ? <Scan key={code.id} code={code} headers={headers} /> : null}
      {way.kind === 'transfer' && account ? <Account account={account} /> : null}
      <Line label="付款金额" value={plainYuan(sumOf(page.bills, ticked))} copy />
      <Line label="附言请写" value={referenceOf(bills, page.me.name)} copy />
      {saying ? (
        <Said
          key={way.kind === 'code' ? way.id : 'transfer'}
          {...{ page, ticked, headers, onDone, onClose }}
          channel={code?.channel ?? 'transfer'}
          code={code?.id ?? null}
        />
      ) : (
        <div className="zyt-own-ways">
          <button type="button" data-main onClick={() => setSaying(true)}>
            我已付款
          </button>
          <button type="button" onClick={onClose}>
            收起
          </button>
        </div>
      )}
    </div>
  )
}

const Line = ({ label, value, copy }: { label: string; value: string; copy?: boolean }) =>
  value ? (
    <p className="zyt-own-line">
      <span className="zyt-own-note">{label}</span>
      <span translate="no">{value}</span>
      {copy ? <Copy text={value} /> : null}
    </p>
  ) : null

const Account = ({ account }: { account: OwnPage['accounts'][number] }) => (
  <>
    <Line label="户名" value={account.name} copy />
    <Line label="开户行" value={`${account.bank} ${account.branch}`.trim()} />
    <Line label="账号" value={account.no} copy />
  </>
)

/** The token travels in a header, so the browser cannot fetch the picture by its address alone. */
function Scan({ code, headers }: { code: OwnPage['codes'][number]; headers: Headers }) {
  const [url, setUrl] = useState<string | null>(null)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    let made: string | null = null
    let gone = false
    api
      .raw('GET', `${BASE}/payCode`, undefined, { query: { id: code.id }, headers, silent: true })
      .then(async (answer) => {
        if (gone) return
        if (!answer.ok) return setFailed(true)
        made = URL.createObjectURL(await answer.blob())
        setUrl(made)
      })
      .catch(() => setFailed(true))
    return () => {
      gone = true
      if (made) URL.revokeObjectURL(made)
    }
  }, [code.id, headers])
  return (
    <>
      {url ? <img className="zyt-own-code" src={url} alt="收款码" /> : null}
      {failed ? <Problem text="收款码打不开，请刷新页面" /> : null}
      <Line label="收款方" value={code.accountName} />
    </>
  )
}

function Said({ page, ticked, headers, onDone, onClose, channel, code }: PayProps & { channel: string; code: number | null }) {
  const send = useSend(headers)
  const { busy, problem, setProblem, run } = useTurn()
  const [amount, setAmount] = useState(() => plainYuan(sumOf(page.bills, ticked)))
  const [paidOn, setPaidOn] = useState(page.today)
  const [payer, setPayer] = useState('')
  const [remark, setRemark] = useState('')
  const [file, setFile] = useState<string | null>(null)
  const choose = (id: string | null): void => {
    setFile(id)
    if (id) setProblem(null)
  }
  const say = (): Promise<void> | void => {
    const fen = parseYuan(amount)
    if (!fen.ok || fen.value <= 0) return setProblem('请填写付款金额')
    if (!file) return setProblem('请上传付款凭证的照片')
    return run(async () => {
      await send('paid', { bills: [...ticked], amount: fen.value, paidOn, channel, code, payer, file, remark })
      await onDone()
      onClose()
    })
  }
  return (
    <form
      className="zyt-own-form"
      onSubmit={(event) => {
        event.preventDefault()
        void say()
      }}
    >
      <p className="zyt-own-note">提交后由门店核对到账；确认前账单仍显示未付。</p>
      <Field label="付款金额（元）">
        <input inputMode="decimal" maxLength={14} value={amount} onChange={(event) => setAmount(event.target.value)} />
      </Field>
      <Field label="付款日期">
        <input type="date" max={page.today} value={paidOn} onChange={(event) => setPaidOn(event.target.value)} />
      </Field>
      <Field label="付款人（与客户名称不同时填写）">
        <input maxLength={80} value={payer} onChange={(event) => setPayer(event.target.value)} />
      </Field>
      <Picture label="付款凭证照片" headers={headers} onDone={choose} />
      <Remark value={remark} onChange={setRemark} />
      <Problem text={problem} />
      <div className="zyt-own-ways">
        <button type="submit" data-main disabled={busy}>
          提交
        </button>
        <button type="button" onClick={onClose}>
          取消
        </button>
      </div>
    </form>
  )
}
