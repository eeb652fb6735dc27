/** /401, /404 and what the company does without, inside the console: what is missing, who opens it, and a word to them. */
import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { Button, Space } from 'antd'
import { useLocation } from 'react-router'
import { PARTS, type PartCode } from '#kit/entity/module.ts'
import { api } from '#kit/ui/client/api.web.ts'
import { Drawing } from '#kit/ui/look/drawing.web.tsx'
import { useCan } from '#kit/ui/state/session.web.ts'
import { HOME, useGo } from '../tabs/go.web.ts'
import { Feedback } from './feedback.web.tsx'
import '../public/public.css'

/** Who can switch a part on, or grant a right: asked only where somebody stands before a closed door. */
function useKeepers(of: 'parts' | 'rights' | null): string {
  const { data } = useQuery({
    queryKey: ['keepers', of],
    enabled: of !== null,
    queryFn: ({ signal }) => api.get<string[]>('/api/v1/keepers', { of: of ?? 'parts' }, { signal, silent: true }),
  })
  return data?.join('、') ?? ''
}

export default function Missing() {
  const { pathname, search } = useLocation()
  const params = new URLSearchParams(search)
  const [need, code, from] = [params.get('need'), params.get('off'), params.get('from')]
  const off = code !== null && code in PARTS ? PARTS[code as PartCode] : null
  const denied = pathname === '/401'
  const keepers = useKeepers(off ? 'parts' : denied ? 'rights' : null)
  const mayOpen = useCan()('parameterSett_edit')
  const go = useGo()
  const [telling, setTelling] = useState(false)
  const title = denied ? '没有访问权限' : off ? `已停用：${off}` : '页面不存在'
  return (
    <div className="zyt-page" role="alert">
      <Drawing name={denied ? 'locked' : off ? 'refused' : 'lost'} />
      <p className="zyt-page-code" aria-hidden="true">
        {denied ? '401' : '404'}
      </p>
      <h1>{title}</h1>
      {denied ? (
        <p>
          {need ? `您没有「${need}」的权限，请联系管理员开通。` : '您没有访问该页面的权限，请联系管理员开通。'}
          开通后重新打开即可，无需重新登录。
        </p>
      ) : off ? (
        <p>{`公司没有使用「${off}」，它的页面不在菜单与搜索中；已有数据仍在，重新启用即恢复。`}</p>
      ) : (
        <p>您访问的页面不存在或已被移除。可以按 Ctrl+K 搜索要找的页面。</p>
      )}
      {keepers ? <p>{`${denied ? '可以开通的人' : '可以启用的人'}：${keepers}`}</p> : null}
      {from ? <p className="zyt-page-hint">{`页面地址：${from}`}</p> : null}
      <Space wrap style={{ justifyContent: 'center' }}>
        <Button type="primary" onClick={() => go.open(HOME)}>
          返回首页
        </Button>
        {off && mayOpen ? <Button onClick={() => go.open('parameterSett', { code })}>去启用</Button> : null}
        <Button onClick={() => setTelling(true)}>反馈问题</Button>
      </Space>
      {telling ? (
        <Feedback page={from ?? pathname} title={denied && need ? `申请开通「${need}」` : ''} onClose={() => setTelling(false)} />
      ) : null}
    </div>
  )
}
