/** 调整布局: cards are dragged with a mouse, or moved and hidden by buttons (keyboard, phone); kept with the person, published by an administrator. */
import { useState, type DragEvent } from 'react'
import { ArrowLeftOutlined, ArrowRightOutlined, EyeInvisibleOutlined } from '@ant-design/icons'
import { Button, Space } from 'antd'
import { sentenceOf } from '#kit/ui/client/api.web.ts'
import { toast } from '#kit/ui/dialog/message.web.tsx'
import type { HomePage } from '#kit/entity/module.ts'
import { useMe } from '#kit/ui/state/session.web.ts'
import { publishSetting, useSetting } from '#kit/ui/state/setting.web.ts'
import { AS_DELIVERED, isArrangement, movedTo, neighbour, withHidden, type Arrangement } from './home-order.ts'
import './home.css'

interface Shown {
  code: string
  title: string
}
export interface Arranging {
  of: Arrangement
  on: boolean
  page: HomePage
  set: (next: Arrangement | null) => void
  turn: () => void
  dragOf: (cards: readonly Shown[], code: string) => object
}

const KIND = 'application/x-zyt-card'

export function useArranging(page: HomePage): Arranging {
  const [stored, setStored] = useSetting<unknown>(`home:${page}`, AS_DELIVERED)
  const [on, setOn] = useState(false)
  const of = isArrangement(stored) ? stored : AS_DELIVERED
  const dragOf = (cards: readonly Shown[], code: string): object => ({
    draggable: true,
    onDragStart: (event: DragEvent) => {
      event.dataTransfer.setData(KIND, code)
      event.dataTransfer.effectAllowed = 'move'
    },
    // Without it nothing may be dropped here.
    onDragOver: (event: DragEvent) => event.dataTransfer.types.includes(KIND) && event.preventDefault(),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setStored(movedTo(cards, of, event.dataTransfer.getData(KIND), code))
    },
  })
  return { of, on, page, set: setStored, turn: () => setOn(!on), dragOf }
}

export function ArrangeBar({ arranging, hidden }: { arranging: Arranging; hidden: readonly Shown[] }) {
  const { of, on, page, set, turn } = arranging
  const me = useMe()
  const publish = async (): Promise<void> => {
    try {
      await publishSetting(`home:${page}`, of)
      toast.success('已发布：没有自己调整过的同事看到这个布局')
    } catch (error) {
      toast.error(sentenceOf(error, '没有发布成功，请重试'))
    }
  }
  return (
    <div className="zyt-home-arrange">
      <h2>经营概况</h2>
      {on ? (
        <>
          <span>拖动卡片，或用卡片上的按钮调整次序。</span>
          {hidden.map((card) => (
            <Button key={card.code} size="small" onClick={() => set(withHidden(of, card.code, false))}>
              显示「{card.title}」
            </Button>
          ))}
        </>
      ) : null}
      <Space wrap className="zyt-home-arrange-end">
        {on ? <Button onClick={() => set(null)}>恢复默认</Button> : null}
        {on && me.isAdmin ? <Button onClick={() => void publish()}>发布为公司默认</Button> : null}
        <Button type={on ? 'primary' : 'default'} onClick={turn}>
          {on ? '完成' : '调整布局'}
        </Button>
      </Space>
    </div>
  )
}

export function CardTools({ arranging: { of, set }, cards, card }: { arranging: Arranging; cards: readonly Shown[]; card: Shown }) {
  const step = (by: 1 | -1) => {
    const at = neighbour(cards, of, card.code, by)
    return {
      disabled: at === null,
      title: at === null ? (by === 1 ? '已在最后' : '已在最前') : undefined,
      onClick: () => at && set(movedTo(cards, of, card.code, at)),
    }
  }
  return (
    <Space size={4} className="zyt-home-card-tools">
      <Button size="small" aria-label={`前移 ${card.title}`} icon={<ArrowLeftOutlined />} {...step(-1)} />
      <Button size="small" aria-label={`后移 ${card.title}`} icon={<ArrowRightOutlined />} {...step(1)} />
      <Button
        size="small"
        aria-label={`隐藏 ${card.title}`}
        icon={<EyeInvisibleOutlined />}
        onClick={() => set(withHidden(of, card.code, true))}
      />
    </Space>
  )
}
