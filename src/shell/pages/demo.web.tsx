/** The shared controls side by side (spec §2): what a maker of screens can use, and what a tester looks at first. */
import { Button, Input, Space } from 'antd'
import { useState } from 'react'
import { formatFen } from '#kit/basics/fen.ts'
import { formatTime, relativeTime } from '#kit/basics/time/time-format.ts'
import type { Place } from '#kit/entity/field.ts'
import { CopyButton } from '#kit/ui/parts/copy.web.tsx'
import { DetailTable } from '#kit/ui/parts/detail-table.web.tsx'
import { Dialog, useDialog } from '#kit/ui/dialog/dialog.web.tsx'
import { confirmBox, toast } from '#kit/ui/dialog/message.web.tsx'
import { PlaceSearch } from '#kit/ui/field/place-search.web.tsx'
import { useScreen } from '#kit/ui/screen/screen.web.ts'
import { Section } from '#kit/ui/parts/section.web.tsx'
import { useDraft } from '#kit/ui/state/setting.web.ts'
import { EmptyState, ErrorState, LoadingState } from '#kit/ui/parts/state.web.tsx'
import { stateColor } from '#kit/ui/parts/tone.ts'
import { Tag } from '#kit/ui/parts/tag.web.tsx'
import { Look } from './demo-look.web.tsx'
import { ICONS, MenuIcon } from '../menu/icons.web.tsx'

export default function Demo() {
  return (
    <Space orientation="vertical" size={16} style={{ width: '100%' }}>
      <Look />
      <Facts />
      <Places />
      <Dialogs />
      <DraftDemo />
      <Section title="状态标签" hint="颜色之外总有文字">
        <Space wrap>
          {Object.entries({ draft: '草稿', active: '履约中', overdue: '已逾期', closed: '已关闭', pending: '待审批' }).map(
            ([value, label]) => (
              <Tag key={value} tone={stateColor(value)}>
                {label}
              </Tag>
            ),
          )}
        </Space>
      </Section>
      <Section title="加载、空、出错">
        <LoadingState rows={2} />
        <EmptyState asked compact why="没有符合条件的记录" next="可以清除筛选条件后重试" />
        <ErrorState error={new Error('演示：连接超时')} onRetry={() => toast.info('已重试')} />
      </Section>
      <Section title="图标" hint="菜单与页面可用的图标">
        <Space wrap size="large">
          {Object.keys(ICONS).map((name) => (
            <span key={name} title={name} role="img" aria-label={name} style={{ fontSize: 'var(--zyt-type-title)' }}>
              <MenuIcon icon={name} />
            </span>
          ))}
        </Space>
      </Section>
    </Space>
  )
}

function Facts() {
  const now = Date.now()
  return (
    <Section title="详情表" extra={<Button onClick={() => toast.success('标题栏右侧可放任意控件')}>附加操作</Button>}>
      <DetailTable
        items={[
          { key: 'plate', label: '车牌号', value: '沪A12345', required: true, copy: '沪A12345' },
          { key: 'rent', label: '月租金', value: `${formatFen(350_005)} 元`, hint: '含税，按自然月计收' },
          { key: 'time', label: '时间', value: formatTime(now) },
          { key: 'seconds', label: '十位时间戳', value: formatTime(Math.floor(now / 1000)) },
          {
            key: 'ago',
            label: '相对时间',
            value: [10_000, 300_000, 7_200_000, 90_000_000].map((ms) => relativeTime(now - ms, now)).join('、'),
          },
          { key: 'copy', label: '复制', value: <CopyButton text="已复制的内容" what="示例" /> },
        ]}
      />
    </Section>
  )
}

function Places() {
  const [place, setPlace] = useState<Place | null>(null)
  return (
    <Section title="地点搜索">
      <label htmlFor="demo-place">地点</label>
      <PlaceSearch id="demo-place" value={place} onChange={setPlace} />
      {place ? (
        <p>
          {place.address} {place.lng === undefined ? '' : `（${place.lng}, ${place.lat}）`}
        </p>
      ) : null}
    </Section>
  )
}

function Dialogs() {
  const dialog = useDialog()
  return (
    <Section title="弹窗与提示" hint="宽 80%、距顶 15vh、点击遮罩不关闭">
      <Space wrap>
        <Button type="primary" onClick={() => dialog.open(true)}>
          打开弹窗
        </Button>
        <Button onClick={() => toast.success('操作成功')}>成功提示</Button>
        <Button onClick={() => toast.error('操作失败：演示')}>错误提示</Button>
        <Button
          onClick={() => void confirmBox({ title: '请确认', content: '确定继续？' }).then((yes) => toast.info(yes ? '已确定' : '已取消'))}
        >
          确认框
        </Button>
      </Space>
      <Dialog
        {...dialog.props}
        title="示例弹窗"
        onOk={() => (toast.success('已确定'), dialog.close())}
        onReject={() => (toast.info('已驳回'), dialog.close())}
      >
        <p>点击弹窗以外的区域不会关闭。</p>
      </Dialog>
    </Section>
  )
}

function DraftDemo() {
  const { setDirty } = useScreen()
  const { draft, savedAt, save, clear } = useDraft<string>('demo')
  const [text, setText] = useState<string | null>(null)
  return (
    <Section title="草稿" hint="输入后刷新页面，内容还在">
      <Space orientation="vertical" style={{ width: '100%' }}>
        <Input.TextArea
          aria-label="草稿内容"
          rows={3}
          maxLength={500}
          value={text ?? draft ?? ''}
          onChange={(event) => {
            setText(event.target.value)
            save(event.target.value)
            setDirty(true)
          }}
        />
        <Space>
          <span role="status">{savedAt ? `已保存草稿 ${formatTime(savedAt, 'HH:mm')}` : '尚无草稿'}</span>
          <Button
            onClick={() => {
              clear()
              setText('')
              setDirty(false)
            }}
          >
            清除草稿
          </Button>
        </Space>
      </Space>
    </Section>
  )
}
