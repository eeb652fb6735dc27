/** /401 and /404 for a visitor: say what is missing and lead back. Whoever is signed in sees pages/missing.web.tsx. */
import { Link, useSearchParams } from 'react-router'
import { Drawing } from '#kit/ui/look/drawing.web.tsx'
import { logoOf } from '../site/site.ts'
import { useSite } from '../site/site.web.ts'
import './public.css'

export function NotAllowed() {
  const [params] = useSearchParams()
  const need = params.get('need')
  const from = params.get('from')
  return (
    <Notice code="401" title="没有访问权限">
      <p>{need ? `您没有「${need}」的权限，请联系管理员开通。` : '您没有访问该页面的权限，请联系管理员开通。'}</p>
      {from ? <p className="zyt-page-hint">页面地址：{from}。开通后重新打开该页面即可，无需重新登录。</p> : null}
    </Notice>
  )
}

export function NotFound() {
  const [params] = useSearchParams()
  const from = params.get('from')
  return (
    <Notice code="404" title="页面不存在">
      <p>您访问的页面不存在或已被移除。</p>
      {from ? <p className="zyt-page-hint">页面地址：{from}</p> : null}
    </Notice>
  )
}

function Notice({ code, title, children }: { code: string; title: string; children: React.ReactNode }) {
  const site = useSite()
  return (
    <main className="zyt-page">
      <img src={logoOf(site)} alt="" width={40} height={40} />
      <Drawing name={code === '401' ? 'locked' : 'lost'} />
      <p className="zyt-page-code" aria-hidden="true">
        {code}
      </p>
      <h1>{title}</h1>
      {children}
      <p>
        <Link className="zyt-button zyt-button-primary" to="/" replace>
          返回首页
        </Link>
      </p>
    </main>
  )
}
