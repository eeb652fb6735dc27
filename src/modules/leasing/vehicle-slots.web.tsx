/** What leasing tells about a vehicle in its list and on its page: who has it, until when, under which lease, and what is owed for it. */
import { useQuery } from '@tanstack/react-query'
import { asText } from '#kit/basics/text.ts'
import { formatFen } from '#kit/basics/fen.ts'
import type { ListAnswer, Row } from '#kit/entity/wire.ts'
import { api } from '#kit/ui/client/api.web.ts'
import { entityKeys } from '#kit/ui/client/entity-keys.ts'
import { RecordName } from '#kit/ui/card/record-name.web.tsx'
import { ValueView } from '#kit/ui/field/field-value.web.tsx'
import { DetailTable } from '#kit/ui/parts/detail-table.web.tsx'
import { Section } from '#kit/ui/parts/section.web.tsx'
import { Link } from '#kit/ui/screen/link.web.tsx'
import { entityOf } from '#kit/ui/screen/registry.web.ts'
import type { CellProps, TabProps } from '#kit/ui/screen/slots.web.ts'
import { useCan } from '#kit/ui/state/session.web.ts'
import { billsOf } from './bills-of.web.ts'
import LeaseEnd from './end-cell.web.tsx'
import { useOwed } from './owed.web.ts'
import { isHeld, useHolder } from './holder.web.ts'
import { Standing } from './contracts/standing.web.tsx'
import { lease as leaseDefinition } from './lease.ts'
import './leasing.css'

const To = ({ entity, id, label }: { entity: string; id: unknown; label: unknown }) => {
  if (typeof id !== 'number') return <>{asText(label)}</>
  return <RecordName of={{ entity, id }}>{asText(label)}</RecordName>
}

/** The state, and below it who has the vehicle until when. */
export function VehicleStatus({ row, value }: CellProps) {
  const { lease } = useHolder(row.id, isHeld(value))
  const state = <ValueView field={entityOf('vehicle').fields['status']!} value={value} />
  if (!lease) return state
  return (
    <span className="zyt-held" data-stacked>
      <span>
        {state} <To entity="lease" id={lease.id} label={`至 ${asText(lease['endOn'])}`} />
      </span>
      <span title={asText(lease['lessee$'])}>
        <To entity="lessee" id={lease['lessee']} label={lease['lessee$']} />
      </span>
    </span>
  )
}

export function VehicleHead({ row }: TabProps) {
  const { lease, pending } = useHolder(row.id, isHeld(row['status']))
  const can = useCan()
  if (pending || !can('leaseList')) return null
  if (!lease && row['status'] === 'leased') return <Replaced vehicle={row.id} />
  if (!lease)
    return (
      <Section title="当前租约" hint={row['idleSince'] ? `没有租约，空闲自 ${asText(row['idleSince'])}` : '没有租约'}>
        {null}
      </Section>
    )
  return <Holding lease={lease} />
}

/** Its lease goes on with another vehicle for a while. */
function Replaced({ vehicle }: { vehicle: number }) {
  const can = useCan()
  const query = { oldVehicle: String(vehicle), status: 'away', pageSize: '1' }
  const { data } = useQuery({
    queryKey: entityKeys.list('vehicleSwap', query),
    enabled: can('changeCarList'),
    queryFn: ({ signal }) => api.get<ListAnswer>('/api/v1/vehicleSwap/list', query, { signal, silent: true }),
  })
  const swap = data?.list[0]
  if (!swap) return null
  return (
    <Section title="当前租约" hint="临时替换中，租约由替换车辆继续">
      <DetailTable
        items={[
          { key: 'lessee', label: '承租人', value: <To entity="lessee" id={swap['lessee']} label={swap['lessee$']} /> },
          { key: 'lease', label: '租约', value: <To entity="lease" id={swap['lease']} label={swap['lease$']} /> },
          { key: 'vehicle', label: '替换车辆', value: <To entity="vehicle" id={swap['newVehicle']} label={swap['newVehicle$']} /> },
          { key: 'back', label: '预计换回日', value: asText(swap['expectedBackOn']) || '—' },
          { key: 'swap', label: '换车单', value: <To entity="vehicleSwap" id={swap.id} label={swap['no']} /> },
        ]}
      />
    </Section>
  )
}

function Holding({ lease }: { lease: Row }) {
  const owed = useOwed({ lease: lease.id })
  return (
    <Section title="当前租约">
      <Standing of={{ lease: lease.id }} />
      <DetailTable
        items={[
          { key: 'lessee', label: '承租人', value: <To entity="lessee" id={lease['lessee']} label={lease['lessee$']} /> },
          {
            key: 'lease',
            label: '租约',
            value: (
              <>
                <To entity="lease" id={lease.id} label={lease['no']} />{' '}
                <ValueView field={leaseDefinition.fields.status} value={lease['status']} />
              </>
            ),
          },
          { key: 'contract', label: '合同', value: <To entity="contract" id={lease['contract']} label={lease['contract$']} /> },
          { key: 'endOn', label: '租至', value: <LeaseEnd row={lease} value={lease['endOn']} /> },
          { key: 'rent', label: '月租金', value: formatFen(Number(lease['monthlyRent'] ?? 0)) },
          ...(owed
            ? [
                {
                  key: 'owed',
                  label: owed.lateFee ? '欠款（含滞纳金）' : '欠款',
                  value:
                    owed.total > 0 ? (
                      <Link to={billsOf({ lease: lease.id, status: 'unpaid,partlyPaid' })}>{formatFen(owed.total)}</Link>
                    ) : (
                      '无'
                    ),
                },
              ]
            : []),
        ]}
      />
    </Section>
  )
}
