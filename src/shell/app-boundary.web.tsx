/** The last net: a fault outside every tab. A piece of program that could not be fetched sends to the pending address again. */
import { Component, type ReactNode } from 'react'
import { isChunkError, navigateAgain } from './version/chunk.web.ts'

interface State {
  error: unknown
}

export class AppBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { error: null }
  static getDerivedStateFromError(error: unknown): State {
    return { error }
  }
  override componentDidCatch(error: unknown): void {
    if (isChunkError(error)) navigateAgain()
  }
  override render(): ReactNode {
    if (this.state.error === null) return this.props.children
    return (
      <main className="zyt-page" role="alert">
        <h1>页面出错了</h1>
        <p>{isChunkError(this.state.error) ? '程序文件加载失败，请检查网络后重试。' : '程序遇到意外错误，已填写的内容保存在草稿中。'}</p>
        <button type="button" className="zyt-button zyt-button-primary" onClick={() => window.location.reload()}>
          重新加载
        </button>
      </main>
    )
  }
}
