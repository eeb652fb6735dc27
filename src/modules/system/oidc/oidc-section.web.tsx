/** 安全管理 → 统一身份认证: where people of the company sign in with the company's own account. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Input, Select, Space, Switch } from 'antd'
import { useState } from 'react'
import { formatTime } from '#kit/basics/time/time-format.ts'
import { api, ApiError, sentenceOf } from '#kit/ui/client/api.web.ts'
import { toast } from '#kit/ui/dialog/message.web.tsx'
import { CopyButton } from '#kit/ui/parts/copy.web.tsx'
import { Section } from '#kit/ui/parts/section.web.tsx'
import { ErrorState, LoadingState } from '#kit/ui/parts/state.web.tsx'
import { ReasonButton } from '#kit/ui/record/reason-button.web.tsx'
import { Link } from '#kit/ui/screen/link.web.tsx'
import { useCan } from '#kit/ui/state/session.web.ts'
import { MATCH_BY, type MatchBy, type OidcSaved, type OidcSettings, type OidcTried, type OidcView } from './oidc.wire.ts'

const NEW: Omit<OidcSettings, 'secret'> = {
  issuer: '',
  clientId: '',
  claim: 'email',
  matchBy: 'email',
  button: '用公司账号登录',
  provesSecond: false,
  passwordOff: false,
  enabled: false,
}

export function OidcSection() {
  const { data, error, refetch } = useQuery({
    queryKey: ['oidc'],
    queryFn: ({ signal }) => api.get<OidcView>('/api/v1/security/oidc', undefined, { signal, silent: true }),
  })
  return (
    <Section title="统一身份认证">
      {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : data ? <Form view={data} /> : <LoadingState rows={4} />}
    </Section>
  )
}

/** It stays as it is until somebody else has looked; whoever reads this knows whom to ask. */
function Waiting({ id, by, at, summary, reviewers }: OidcView['waiting'][number]) {
  const mayLook = useCan()('heldChange')
  return (
    <Alert
      type="warning"
      showIcon
      role="status"
      title={`${by} 于 ${formatTime(at)} 提出的修改待复核，通过后才生效`}
      description={
        <>
          <p>{reviewers.length > 0 ? `可以复核的有：${reviewers.join('、')}` : '现在没有可以复核的人，请联系管理员'}</p>
          <p className="zyt-oidc-waiting">{summary}</p>
        </>
      }
      action={mayLook ? <Link to={`/system/heldChangeDetail?id=${id}`}>去复核</Link> : null}
    />
  )
}

type Problems = Readonly<Record<string, string>>
const problemsOf = (error: unknown): Problems => {
  const fields = error instanceof ApiError && error.code === 400 ? (error.data as Problems | null) : null
  return fields && Object.keys(fields).length > 0 ? fields : { '': sentenceOf(error, '服务器请求失败') }
}

function Form({ view }: { view: OidcView }) {
  const queries = useQueryClient()
  const may = useCan()('securityCenter_oidc')
  const [values, setValues] = useState(view.settings ?? NEW)
  const [secret, setSecret] = useState<string | null>(view.hasSecret ? null : '')
  const [problems, setProblems] = useState<Problems>({})
  const [tried, setTried] = useState<OidcTried | null>(null)
  const redirectUri = `${window.location.origin}/login`
  const set = (patch: Partial<typeof values>): void => setValues({ ...values, ...patch })

  const attempt = async (): Promise<void> => {
    setTried(null)
    try {
      setTried(await api.post<OidcTried>('/api/v1/security/oidc/try', { issuer: values.issuer }, { silent: true }))
      setProblems({})
    } catch (error) {
      setProblems({ issuer: sentenceOf(error, '服务器请求失败') })
    }
  }
  const save = async (): Promise<void> => {
    try {
      const typed = secret === null ? {} : { secret }
      const { held } = await api.post<OidcSaved>('/api/v1/security/oidc/save', { ...values, ...typed }, { silent: true })
      setProblems({})
      if (secret && !held) setSecret(null)
      if (held) toast.info(held)
      else toast.success(values.enabled ? '已保存，登录页已显示该按钮' : '已保存，没有启用')
      await queries.invalidateQueries({ queryKey: ['oidc'] })
    } catch (error) {
      setProblems(problemsOf(error))
    }
  }
  const line = (name: string, label: string, control: React.ReactNode, hint?: string) => (
    <div className="zyt-oidc-line">
      <label htmlFor={`oidc-${name}`}>{label}</label>
      <div>
        {control}
        {hint ? <p className="zyt-oidc-hint">{hint}</p> : null}
        {problems[name] ? (
          <p className="zyt-field-error" role="alert">
            {problems[name]}
          </p>
        ) : null}
      </div>
    </div>
  )
  const text = (name: 'issuer' | 'clientId' | 'claim' | 'button', max: number) => (
    <Input
      id={`oidc-${name}`}
      value={values[name]}
      maxLength={max}
      disabled={!may}
      onChange={(event) => set({ [name]: event.target.value })}
    />
  )
  const flag = (name: 'enabled' | 'passwordOff' | 'provesSecond') => (
    <Switch id={`oidc-${name}`} checked={values[name]} disabled={!may} onChange={(on) => set({ [name]: on })} />
  )
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      {view.waiting.map((one) => (
        <Waiting key={one.id} {...one} />
      ))}
      <p>员工在公司的身份平台（支持 OpenID Connect，如 Keycloak、Authing、竹云）登录后进入本系统；只认本公司已有的账号，不会自动新增。</p>
      <p>
        在身份平台登记的回调地址：<code>{redirectUri}</code> <CopyButton text={redirectUri} what="登录回调地址" />
      </p>
      {line(
        'issuer',
        'issuer 地址',
        <Space.Compact block>
          {text('issuer', 300)}
          {may ? (
            <ReasonButton reason={values.issuer.trim() ? null : '请先填写 issuer 地址'} onClick={() => void attempt()}>
              试一下
            </ReasonButton>
          ) : null}
        </Space.Compact>,
        '身份平台给出的 issuer，例如 https://id.example.com/realms/main',
      )}
      {tried ? (
        <ul aria-label="身份平台的配置">
          <li>{`登录地址：${tried.authorization}`}</li>
          <li>{`令牌地址：${tried.token}`}</li>
          <li>{tried.logout ? '退出时会同时退出身份平台' : '身份平台没有退出地址，退出只退出本系统'}</li>
          <li>{tried.pkce ? '支持 PKCE' : '没有声明支持 PKCE，仍会使用'}</li>
        </ul>
      ) : null}
      {line('clientId', '客户端编号', text('clientId', 200))}
      {line(
        'secret',
        '客户端密钥',
        secret === null ? (
          <Space>
            <span>已保存，不再显示</span>
            {may ? <Button onClick={() => setSecret('')}>更换密钥</Button> : null}
          </Space>
        ) : (
          <Input.Password
            id="oidc-secret"
            value={secret}
            maxLength={500}
            autoComplete="off"
            disabled={!may}
            onChange={(event) => setSecret(event.target.value)}
          />
        ),
        '加密保存，保存后不能再查看；公共客户端不填',
      )}
      {line(
        'matchBy',
        '按什么找账号',
        <Select<MatchBy>
          id="oidc-matchBy"
          value={values.matchBy}
          disabled={!may}
          style={{ width: 200 }}
          onChange={(matchBy) => set({ matchBy, claim: matchBy === 'email' ? 'email' : 'preferred_username' })}
          options={Object.entries(MATCH_BY).map(([value, label]) => ({ value: value as MatchBy, label }))}
        />,
        '与「用户管理」中的邮箱或用户名比较；必须是员工自己不能在身份平台随意修改的',
      )}
      {line('claim', '身份字段', text('claim', 60), '身份平台返回的字段，例如 email、preferred_username、employee_number')}
      {line('button', '按钮文字', text('button', 20))}
      {line(
        'provesSecond',
        '第二步验证由身份平台负责',
        flag('provesSecond'),
        '打开后，从身份平台登录的人不再验证本系统的动态验证码或通行密钥',
      )}
      {line('enabled', '启用', flag('enabled'))}
      {line('passwordOff', '停用密码登录', flag('passwordOff'), '普通员工只能从身份平台登录；管理员仍可用密码，以备身份平台故障')}
      <p className="zyt-field-error" role="alert">
        {problems['']}
      </p>
      {may ? (
        <Button type="primary" htmlType="submit">
          保存
        </Button>
      ) : null}
    </form>
  )
}
