/** What no route takes, the most urgent first: why, and the smallest change that would help. */
import { Tag } from 'antd'
import type { Board } from '../plans/problem.rules.ts'
import { leftOutText } from '../plans/sentences.rules.ts'
import type { Plan } from '../solver/model.ts'
import { MoveMenu, startDrag, takeDrop, type Move } from './moving.web.tsx'

interface Props {
  board: Board
  plan: Plan
  editable: boolean
  move: Move
}

export function LeftOutList({ board, plan, editable, move }: Props) {
  const plates = new Map(board.vehicles.map((v) => [String(v.id), v.plateNo]))
  const orders = new Map(board.orders.map((o) => [String(o.id), o]))
  const rows = plan.unassigned
    .flatMap((u) => {
      const order = orders.get(u.job)
      return order ? [{ u, order }] : []
    })
    .sort((a, b) => b.order.priority - a.order.priority || (a.order.no < b.order.no ? -1 : 1))
  return (
    <section
      className="zyt-plan-left"
      aria-label="未排配送单"
      onDragOver={(e) => editable && e.preventDefault()}
      onDrop={(e) => takeDrop(e, (job) => move(job, null, 0, '移出线路'))}
    >
      <h3>未排 {rows.length}</h3>
      {rows.length === 0 ? <p>全部已排</p> : null}
      <ul>
        {rows.map(({ u, order }) => (
          <li key={u.job} draggable={editable} onDragStart={(e) => startDrag(e, u.job)}>
            <MoveMenu job={u.job} name={order.name} board={board} plan={plan} editable={editable} move={move}>
              <b>{order.name}</b>
            </MoveMenu>
            {order.priority > 5 ? <Tag color="red">优先 {order.priority}</Tag> : null}
            <small>
              {order.no} · {(order.grams / 1000).toLocaleString('zh-CN')} kg
            </small>
            <em>{leftOutText(u, (v) => plates.get(v) ?? v)}</em>
          </li>
        ))}
      </ul>
      {board.barred.length > 0 ? (
        <>
          <h3>不可用车辆 {board.barred.length}</h3>
          <ul>
            {board.barred.map((b) => (
              <li key={b.plateNo}>
                <b>{b.plateNo}</b>
                <em>{b.why}</em>
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </section>
  )
}
