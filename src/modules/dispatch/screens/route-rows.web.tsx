/** The routes as rows: vehicle, figures, stops in order with their times. A stop is dropped before another, or at the end. */
import { Progress, Tag } from 'antd'
import { formatYuan } from '#kit/basics/fen.ts'
import { RecordName } from '#kit/ui/card/record-name.web.tsx'
import type { Board, BoardVehicle } from '../plans/problem.rules.ts'
import { violationText } from '../plans/sentences.rules.ts'
import type { Plan, Route, Step } from '../solver/model.ts'
import { clock, colourOf, kilometres, onRoute, span } from './board.web.ts'
import { MoveMenu, startDrag, takeDrop, type Move } from './moving.web.tsx'

interface Props {
  board: Board
  plan: Plan
  index: ReadonlyMap<string, number>
  editable: boolean
  move: Move
  onHover: (vehicle: string | null) => void
}

export function RouteRows(props: Props) {
  const { board, plan } = props
  const used = new Map(plan.routes.map((r) => [r.vehicle, r]))
  const idle = board.vehicles.filter((v) => !used.has(String(v.id)))
  return (
    <section className="zyt-plan-routes" aria-label="线路">
      {plan.routes.map((r) => (
        <RouteRow key={r.vehicle} {...props} route={r} vehicle={board.vehicles.find((v) => String(v.id) === r.vehicle)} />
      ))}
      {idle.length > 0 ? (
        <div className="zyt-plan-idle">
          <span>未用车辆</span>
          {idle.map((v) => (
            <span
              key={v.id}
              className="zyt-plan-free"
              onDragOver={(e) => props.editable && e.preventDefault()}
              onDrop={(e) => takeDrop(e, (job) => props.move(job, String(v.id), 0, `移到 ${v.plateNo}`))}
            >
              <RecordName of={{ entity: 'vehicle', id: v.id }}>{v.plateNo}</RecordName>
            </span>
          ))}
        </div>
      ) : null}
    </section>
  )
}

function RouteRow({
  route,
  vehicle,
  index,
  editable,
  move,
  onHover,
  ...rest
}: Props & { route: Route; vehicle: BoardVehicle | undefined }) {
  const plate = vehicle?.plateNo ?? route.vehicle
  const drop = (at: number) => (e: React.DragEvent) => takeDrop(e, (job) => move(job, route.vehicle, at, `移到 ${plate} 第 ${at + 1} 站`))
  let at = -1
  return (
    <article
      className="zyt-plan-route"
      aria-label={plate}
      style={{ borderInlineStartColor: colourOf(index.get(route.vehicle) ?? 0) }}
      onMouseEnter={() => onHover(route.vehicle)}
      onMouseLeave={() => onHover(null)}
      onDragOver={(e) => editable && e.preventDefault()}
      onDrop={drop(route.visits.length)}
    >
      <header>
        <b>
          <RecordName of={vehicle ? { entity: 'vehicle', id: vehicle.id } : null}>{plate}</RecordName>
        </b>
        <span>
          <RecordName of={vehicle?.driver ? { entity: 'driver', id: vehicle.driver } : null}>
            {vehicle?.driverName ?? '未定司机'}
          </RecordName>
        </span>
        <span>{onRoute(route)} 站</span>
        <span>{kilometres(route.metres)}</span>
        <span>{span(route.end - route.start)}</span>
        <span>{formatYuan(route.cost.total)}</span>
        <Progress
          aria-label="装载率"
          percent={Math.round(route.fullest * 100)}
          size="small"
          status={route.fullest > 1 ? 'exception' : 'normal'}
        />
        {[...new Set(route.violations.map(violationText))].map((text) => (
          <Tag key={text} color="red">
            {text}
          </Tag>
        ))}
      </header>
      <ol>
        {route.steps.map((s, i) => {
          if (s.job !== undefined || s.kind === 'reload') at++
          return <StopChip key={i} step={s} at={at} drop={drop(Math.max(0, at))} editable={editable} move={move} {...rest} />
        })}
      </ol>
    </article>
  )
}

interface ChipProps extends Pick<Props, 'board' | 'plan' | 'editable' | 'move'> {
  step: Step
  at: number
  drop: (e: React.DragEvent) => void
}

function StopChip({ step, at, drop, board, plan, editable, move }: ChipProps) {
  if (step.job === undefined) {
    const words = { start: '出车', end: '收车', rest: '休息', reload: '再装货' } as const
    return (
      <li className="zyt-plan-mark">
        {words[step.kind as keyof typeof words]}
        <small>{clock(step.kind === 'start' ? step.leave : step.arrive)}</small>
      </li>
    )
  }
  const order = board.orders.find((o) => String(o.id) === step.job)
  const name = (step.kind === 'pickup' ? order?.pickup?.name : order?.delivery?.name) ?? order?.no ?? ''
  return (
    <li draggable={editable} onDragStart={(e) => startDrag(e, step.job!)} onDragOver={(e) => editable && e.preventDefault()} onDrop={drop}>
      <MoveMenu job={step.job} name={name} board={board} plan={plan} editable={editable} move={move}>
        <i>{at + 1}</i> {step.kind === 'pickup' ? '装 ' : ''}
        {name}
        <small>
          {clock(step.begin)}
          {step.wait >= 60 ? ` · 等 ${span(step.wait)}` : ''}
          {step.late > 0 ? ` · 晚 ${span(step.late)}` : ''}
        </small>
      </MoveMenu>
    </li>
  )
}
