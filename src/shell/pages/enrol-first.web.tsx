/** The company wants a second factor of this person before anything else: this page alone, until there is one. */
import { SecondFactor } from './second-factor.web.tsx'
import { local } from '#kit/ui/state/storage.web.ts'
import { safeReturn } from '../site/site.ts'
import { signOut } from '../sign-in.web.ts'
import '../public/public.css'

/** Back to where the second factor was asked for: a driver to his page, not into a console that has nothing for him. */
function goOn(): void {
  const { pathname, search } = window.location
  const asked = new URLSearchParams(search).get('redirect')
  window.location.assign(safeReturn(pathname === '/' ? asked : pathname + search, local.get('X-CustomerType')))
}

export function EnrolFirst() {
  return (
    <main className="zyt-page">
      <h1>请先启用两步验证</h1>
      <p>公司要求登录时除密码外再验证一步：通行密钥或动态验证码。启用并保存恢复码之后，就可以继续使用系统。</p>
      <SecondFactor onEnrolled={goOn} />
      <p>
        <button type="button" className="zyt-button" onClick={() => void signOut()}>
          退出登录
        </button>
      </p>
    </main>
  )
}
