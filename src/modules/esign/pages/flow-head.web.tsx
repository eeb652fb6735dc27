/** Above the detail of a flow: who has signed, whose turn it is with link and QR or face to face, and the file itself. */
import { useState } from 'react'
import { Alert, Input, Space } from 'antd'
import { useQuery } from '@tanstack/react-query'
import { asText } from '#kit/basics/text.ts'
import { formatTime } from '#kit/basics/time/time-format.ts'
import { api, sentenceOf } from '#kit/ui/client/api.web.ts'
import { Dialog } from '#kit/ui/dialog/dialog.web.tsx'
import { toast } from '#kit/ui/dialog/message.web.tsx'
import { CopyButton } from '#kit/ui/parts/copy.web.tsx'
import { Section } from '#kit/ui/parts/section.web.tsx'
import { Tag } from '#kit/ui/parts/tag.web.tsx'
import { ReasonButton } from '#kit/ui/record.web.tsx'
import type { TabProps } from '#kit/ui/screen/slots.web.ts'
import { useScreen } from '#kit/ui/screen/screen.web.ts'
import { useCan } from '#kit/ui/state/session.web.ts'
import { ENDED } from '../flows/flow.ts'
import { LEVELS } from '../flows/levels.ts'
import { Paper } from './paper.web.tsx'

interface Party {
  id: number
  seq: number
  role: string
  name: string
  status: 'waiting' | 'toSign' | 'signed' | 'declined' | 'void'
  level: keyof typeof LEVELS | null
  mobile: string | null
  seal: number | null
  signedAt: string | null
  viewedAt: string | null
  reason: string | null
}
interface Link {
  url: string
  qr: string
}
const WORDS = {
  waiting: ['未到', 'info'],
  toSign: ['待签署', 'warn'],
  signed: ['已签署', 'good'],
  declined: ['已拒签', 'bad'],
  void: ['已失效', 'info'],
} as const
const base = '/api/v1/contract'

export default function FlowHead({ row, reload }: TabProps) {
  const { open } = useScreen()
  const can = useCan()
  const [paper, setPaper] = useState(false)
  const [link, setLink] = useState<Link | null>(null)
  const [witness, setWitness] = useState<Party | null>(null)
  const query = useQuery({
    queryKey: ['entity', 'signParty', 'of', row.id, row.version],
    queryFn: ({ signal }) =>
      api.get<{ parties: Party[]; checkCode: string | null }>(`${base}/sign/detail`, { flowId: row.id }, { signal, silent: true }),
  })
  const live = row['status'] === 'signing'
  const outside = row['provider'] !== 'local'
  const ask = async (): Promise<void> => {
    await api.post(`${base}/provider/ask`, { flowId: row.id })
    toast.success('已向服务商查询，稍后刷新即可看到')
  }
  const ended = (ENDED as readonly string[]).includes(asText(row['status'])) && !row['parent']
  const again = async (): Promise<void> => {
    const made = await api.post<{ flowId: number }>(`${base}/sign/again`, { flowId: row.id })
    toast.success('已新增草稿，核对后发起')
    open('contractInfoDetail', { id: String(made.flowId) })
  }
  const rescind = async (): Promise<void> => {
    const made = await api.post<{ flowId: number }>(`${base}/sign/rescissionStart`, { flowId: row.id })
    reload()
    open('contractInfoDetail', { id: String(made.flowId) })
  }
  return (
    <Section
      title="签署方"
      extra={
        <Space wrap>
          {live && outside ? (
            <ReasonButton reason={null} onClick={() => void ask()}>
              查询进展
            </ReasonButton>
          ) : null}
          {ended ? (
            <ReasonButton
              reason={can('electronicContracts_add') ? null : '您没有新增签署流程的权限，请联系管理员开通'}
              onClick={() => void again()}
            >
              重新发起
            </ReasonButton>
          ) : null}
          <ReasonButton reason={null} onClick={() => setPaper(true)}>
            查看文件
          </ReasonButton>
          <ReasonButton
            reason={can('contractInfoList_download') ? null : '您没有下载的权限，请联系管理员开通'}
            onClick={() => void api.download(`${base}/file/download`, { query: { flowId: row.id } })}
          >
            下载
          </ReasonButton>
          <ReasonButton
            reason={
              !can('contractInfoList_download')
                ? '您没有下载的权限，请联系管理员开通'
                : row['status'] === 'completed'
                  ? null
                  : '全部签署完成后才有证据包'
            }
            onClick={() => void api.download(`${base}/sign/evidence`, { query: { flowId: row.id } })}
          >
            证据包
          </ReasonButton>
        </Space>
      }
    >
      {row['providerNote'] ? <Alert type="warning" showIcon title={asText(row['providerNote'])} /> : null}
      {row['rescission'] === 'running' && can('electronicContractsList_rescind') ? (
        <Alert
          type="warning"
          showIcon
          title={`已登记解约：${asText(row['endReason'])}`}
          action={
            <ReasonButton size="small" reason={null} onClick={() => void rescind()}>
              发起解约协议
            </ReasonButton>
          }
        />
      ) : null}
      <div className="zyt-party-list">
        {query.data?.parties.map((party) => (
          <div key={party.id} className="zyt-party">
            <span>{`${party.seq}　${party.role}　${party.name}`}</span>
            <Tag tone={WORDS[party.status][1]}>{WORDS[party.status][0]}</Tag>
            <span className="zyt-sign-note">
              {party.signedAt
                ? `${formatTime(party.signedAt)}　${party.level ? LEVELS[party.level] : ''}`
                : party.viewedAt
                  ? `${formatTime(party.viewedAt)} 打开过`
                  : (party.reason ?? party.mobile ?? '')}
            </span>
            {live && party.status === 'toSign' && (outside || !party.seal) ? (
              <Space>
                <ReasonButton
                  size="small"
                  reason={can('electronicContracts_start') ? null : '您没有发起签署的权限，请联系管理员开通'}
                  onClick={() => void api.post<Link>(`${base}/sign/link`, { partyId: party.id }).then(setLink, () => {})}
                >
                  签署链接
                </ReasonButton>
                {outside ? null : (
                  <ReasonButton
                    size="small"
                    reason={can('electronicContracts_start') ? null : '您没有发起签署的权限，请联系管理员开通'}
                    onClick={() => setWitness(party)}
                  >
                    面签
                  </ReasonButton>
                )}
              </Space>
            ) : null}
          </div>
        ))}
      </div>
      {query.data?.checkCode ? (
        <p className="zyt-sign-note">
          {`编号 ${String(row['no'])}，验证码 ${query.data.checkCode}　`}
          <a href={`/verify?n=${String(row['no'])}&c=${query.data.checkCode}`} target="_blank" rel="noreferrer">
            打开验证页
          </a>
        </p>
      ) : null}
      <Dialog open={paper} title={String(row['title'])} onCancel={() => setPaper(false)} footer={null}>
        {paper ? <Paper path={`${base}/file/download`} query={{ flowId: row.id, inline: 1 }} /> : null}
      </Dialog>
      <LinkDialog link={link} onClose={() => setLink(null)} />
      {witness ? (
        <WitnessDialog
          party={witness}
          onClose={() => setWitness(null)}
          onLink={(made) => {
            setWitness(null)
            setLink(made)
          }}
        />
      ) : null}
    </Section>
  )
}

function LinkDialog({ link, onClose }: { link: Link | null; onClose: () => void }) {
  const address = link?.url ?? ''
  return (
    <Dialog open={link !== null} title="签署链接" width={420} onCancel={onClose} footer={null}>
      {link ? (
        <div className="zyt-qr">
          <svg viewBox="0 0 200 200" width="200" height="200" role="img" aria-label="签署链接二维码">
            <path d={link.qr} fill="currentColor" />
          </svg>
          <p>请签署人打开链接；重新生成后，之前的链接失效。</p>
          <Input value={address} readOnly aria-label="签署链接" suffix={<CopyButton text={address} what="签署链接" />} />
          <a href={link.url} target="_blank" rel="noreferrer">
            在本机打开
          </a>
        </div>
      ) : null}
    </Dialog>
  )
}

async function upload(photo: File): Promise<string> {
  const form = new FormData()
  form.append('accept', 'image/jpeg,image/png')
  form.append('file', photo, photo.name)
  return (await api.upload<{ id: string }>('/api/v1/file/upload', form, { silent: true })).id
}

function WitnessDialog({ party, onClose, onLink }: { party: Party; onClose: () => void; onLink: (link: Link) => void }) {
  const [password, setPassword] = useState('')
  const [photo, setPhoto] = useState<File | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const go = async (): Promise<void> => {
    try {
      const photoField = photo ? { photo: await upload(photo) } : {}
      onLink(await api.post<Link>(`${base}/sign/faceToFace`, { partyId: party.id, password, ...photoField }, { silent: true }))
    } catch (error) {
      setProblem(sentenceOf(error, '提交失败，请重试'))
    }
  }
  return (
    <Dialog
      open
      title={`面签：${party.name}`}
      width={480}
      onCancel={onClose}
      onOk={go}
      okText="我已当面核对"
      okReason={password ? null : '请输入您的登录密码'}
    >
      <p>您以工作人员身份见证：已核对签署人本人与证件，由其在本机或现场设备上签名。您的姓名写入证据，30 分钟内有效。</p>
      <label className="zyt-sign-note">
        <span>签署人与合同的合影（选填，存入证据）</span>
        <input
          type="file"
          accept="image/jpeg,image/png"
          capture="environment"
          onChange={(event) => setPhoto(event.target.files?.[0] ?? null)}
        />
      </label>
      <Input.Password
        aria-label="您的登录密码"
        autoComplete="current-password"
        placeholder="您的登录密码"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      {problem ? (
        <p role="alert" className="zyt-sign-bad">
          {problem}
        </p>
      ) : null}
    </Dialog>
  )
}
