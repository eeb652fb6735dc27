/** /source: the licence of the program, where its source is, and what travels with it. For everybody who uses it, signed in or not. */
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { api, sentenceOf } from '#kit/ui/client/api.web.ts'
import { OutsideWait } from '#kit/ui/parts/outside-wait.web.tsx'
import type { Source, SourceText } from '../source/source.wire.ts'
import './public.css'
import './source.css'

export default function SourcePage() {
  const [source, setSource] = useState<Source | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    const leaving = new AbortController()
    api
      .get<Source>('/api/public/source/about', undefined, { silent: true, signal: leaving.signal })
      .then(setSource)
      .catch((error: unknown) => {
        if (!leaving.signal.aborted) setProblem(sentenceOf(error, '页面打不开，请检查网络后重试'))
      })
    return () => leaving.abort()
  }, [])
  if (!source) return <OutsideWait className="zyt-page" problem={problem} />
  const { version, texts, packages } = source
  const others = texts.filter((name) => !(name in LABELS))
  const textOf = (name: string) => <Text key={name} name={name} />
  return (
    <main className="zyt-source">
      <h1>源代码与许可</h1>
      <p>{`本系统由自由软件租运通（版本 ${version}）提供，以 GNU Affero 通用公共许可证第 3 版（AGPL-3.0-only）发布，不提供任何担保。`}</p>
      <p>通过网络使用本系统的人，都可以按许可证第 13 条免费取得正在运行的这一版本的源代码，并可以使用、修改和再发布。</p>
      <h2>取得源代码</h2>
      <Offer source={source} />
      <h2>许可证与声明</h2>
      {texts.filter((name) => name in LABELS).map(textOf)}
      <details>
        <summary>{`随程序分发的其他组件的许可证原文（${others.length} 份）`}</summary>
        {others.map(textOf)}
      </details>
      <h2>使用的软件包</h2>
      <details>
        <summary>{`随程序分发的 ${packages.length} 个软件包及其许可证`}</summary>
        <table translate="no">
          <thead>
            <tr>
              <th>软件包</th>
              <th>版本</th>
              <th>许可证</th>
            </tr>
          </thead>
          <tbody>
            {packages.map(({ name, version: of, licence }) => (
              <tr key={`${name}@${of}`}>
                <td>{name}</td>
                <td>{of}</td>
                <td>{licence}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
      <p>
        <Link to="/">返回</Link>
      </p>
    </main>
  )
}

function Offer({ source: { address, archive } }: { source: Source }) {
  if (address)
    return (
      <p>
        运行本系统的单位把源代码公布在：
        <a href={address} rel="noreferrer" translate="no">
          {address}
        </a>
      </p>
    )
  if (!archive) return <p>本服务器上没有完整的源代码，请向运行本系统的单位索取；按许可证第 13 条，对方须免费提供。</p>
  return (
    <>
      <p>
        <a className="zyt-button zyt-button-primary" href="/api/public/source/archive" download>
          下载源代码
        </a>
      </p>
      <p className="zyt-page-hint">由本服务器提供，就是正在运行的程序的源代码，含构建与安装所需的脚本；第一次下载先要打包，请等它开始。</p>
    </>
  )
}

const LABELS: Readonly<Record<string, string>> = { LICENSE: '许可证全文（AGPL-3.0，英文）', NOTICE: '声明：随程序分发的他人作品' }

/** `licences/zlib.txt` is the licence of zlib. */
const componentOf = (name: string): string => name.replace(/^.*\//, '').replace(/\.txt$/, '')

/** Read when it is opened: the licence alone is 34 kB. */
function Text({ name }: { name: string }) {
  const [text, setText] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const read = (): void => {
    if (text !== null) return
    setProblem(null)
    api
      .get<SourceText>('/api/public/source/text', { name }, { silent: true })
      .then((answer) => setText(answer.text))
      .catch((error: unknown) => setProblem(sentenceOf(error, '没有读到，请检查网络后重新打开')))
  }
  return (
    <details onToggle={(event) => event.currentTarget.open && read()}>
      <summary>{LABELS[name] ?? componentOf(name)}</summary>
      {problem ? (
        <p className="zyt-field-error" role="alert">
          {problem}
        </p>
      ) : (
        <pre translate="no">{text ?? ''}</pre>
      )}
    </details>
  )
}
