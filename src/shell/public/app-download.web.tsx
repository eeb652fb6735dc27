/** /appDownLoad: codes to scan, for the links configured for this host. */
import { QRCode } from 'antd'
import { Link } from 'react-router'
import { logoOf } from '../site/site.ts'
import { useSite } from '../site/site.web.ts'
import './public.css'

export default function AppDownload() {
  const site = useSite()
  const links = [
    { label: '安卓 APP', url: site?.androidUrl },
    { label: '苹果 APP', url: site?.iosUrl },
  ].filter((l): l is { label: string; url: string } => Boolean(l.url))
  return (
    <main className="zyt-page">
      <img src={logoOf(site)} alt="" width={48} height={48} />
      <h1>{site?.title ?? ''} APP 下载</h1>
      {links.length === 0 ? (
        <p>本站点尚未配置 APP 下载地址。管理员可在「系统管理 › 站点配置」中填写后，此处将显示下载二维码。</p>
      ) : (
        <div className="zyt-downloads">
          {links.map(({ label, url }) => (
            <figure key={url}>
              <QRCode value={url} size={180} bgColor="white" color="black" />
              <figcaption>
                <a className="zyt-button" href={url} rel="noreferrer">
                  下载{label}
                </a>
              </figcaption>
            </figure>
          ))}
        </div>
      )}
      <Link to="/">返回</Link>
    </main>
  )
}
