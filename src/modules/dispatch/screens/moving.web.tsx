/** Moving a stop: by dragging, or by the menu of the stop, which the keyboard reaches too. */
import type { DragEvent, ReactNode } from 'react'
import { Dropdown } from 'antd'
import type { Board } from '../plans/problem.rules.ts'
import type { Plan } from '../solver/model.ts'

export type Move = (job: string, vehicle: string | null, at: number, op: string) => void

const TYPE = 'text/x-zyt-stop'
export function startDrag(e: DragEvent, job: string): void {
  e.dataTransfer.setData(TYPE, job)
  e.dataTransfer.effectAllowed = 'move'
}
export function takeDrop(e: DragEvent, then: (job: string) => void): void {
  const job = e.dataTransfer.getData(TYPE)
  if (job === '') return
  e.preventDefault()
  e.stopPropagation()
  then(job)
}

interface Props {
  job: string
  name: string
  board: Board
  plan: Plan
  editable: boolean
  move: Move
  children: ReactNode
}

/** 上移, 下移, 移到某车, 移出: everything a drag can do. */
export function MoveMenu({ job, name, board, plan, editable, move, children }: Props) {
  const own = plan.routes.find((r) => r.visits.some((v) => v.job === job))
  const at = own?.visits.findIndex((v) => v.job === job) ?? -1
  const others = board.vehicles.filter((v) => String(v.id) !== own?.vehicle)
  const items = [
    ...(own && at > 0 ? [{ key: 'up', label: '上移', onClick: () => move(job, own.vehicle, at - 1, `${name} 上移`) }] : []),
    ...(own && at < own.visits.length - 1
      ? [{ key: 'down', label: '下移', onClick: () => move(job, own.vehicle, at + 2, `${name} 下移`) }]
      : []),
    {
      key: 'to',
      label: '移到',
      children: others.map((v) => ({
        key: `to${v.id}`,
        label: v.plateNo,
        onClick: () => {
          const route = plan.routes.find((r) => r.vehicle === String(v.id))
          move(job, String(v.id), route?.visits.length ?? 0, `${name} 移到 ${v.plateNo}`)
        },
      })),
    },
    ...(own ? [{ key: 'out', label: '移出线路', danger: true, onClick: () => move(job, null, 0, `${name} 移出`) }] : []),
  ]
  return (
    <Dropdown trigger={['click']} disabled={!editable} menu={{ items }}>
      <button type="button" className="zyt-plan-stop" disabled={!editable}>
        {children}
      </button>
    </Dropdown>
  )
}
