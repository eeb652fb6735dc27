/** A fault in one tab stays in that tab: an id to quote, a retry, the others untouched. */
import { Component, type ReactNode } from 'react'
import { randomId } from '#kit/ui/client/id.ts'
import { isChunkError, navigateAgain } from '../version/chunk.web.ts'
import { refresh } from './tabs.ts'
import { changeTabs } from './tabs.web.ts'

interface Props {
  tabKey: string
  children: ReactNode
}
interface State {
  error: Error | null
  id: string
}

export class TabBoundary extends Component<Props, State> {
  override state: State = { error: null, id: '' }
  static getDerivedStateFromError(error: Error): State {
    return { error, id: randomId().slice(0, 8) }
  }
  override componentDidCatch(error: Error): void {
    if (isChunkError(error) && navigateAgain()) return
    console.error(`[${this.state.id}]`, error)
  }
  override render(): ReactNode {
    const { error, id } = this.state
    if (!error) return this.props.children
    const chunk = isChunkError(error)
    return (
      <div className="zyt-page" role="alert">
        <h1>{chunk ? '页面文件加载失败' : '页面出错了'}</h1>
        <p>{chunk ? '可能是网络中断或系统刚刚升级，请重试。' : '其他标签页不受影响，已填写的内容保存在草稿中。'}</p>
        <p className="zyt-page-hint">错误编号：{id}</p>
        <button
          type="button"
          className="zyt-button zyt-button-primary"
          onClick={() => (chunk ? window.location.reload() : changeTabs((tabs) => refresh(tabs, this.props.tabKey)))}
        >
          重试
        </button>
      </div>
    )
  }
}
