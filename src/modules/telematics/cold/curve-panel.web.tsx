/** A vehicle's temperatures and humidities over a period, with its doors and its cooling machine: curve, figures by probe, and the record that is handed to a customer. */
import { useState } from 'react'
import { Alert, Button, Tooltip } from 'antd'
import { FilePdfOutlined, SafetyCertificateOutlined } from '@ant-design/icons'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api, ApiError } from '#kit/ui/client/api.web.ts'
import { toast } from '#kit/ui/dialog/message.web.tsx'
import { DayRangeInput } from '#kit/ui/field/day-range.web.tsx'
import { Section } from '#kit/ui/parts/section.web.tsx'
import { useCan } from '#kit/ui/state/session.web.ts'
import { EmptyState, ErrorState, LoadingState } from '#kit/ui/parts/state.web.tsx'
import { wallClock } from '#kit/ui/state/wall-clock.web.ts'
import { channelName, isSwitch, MEASURES, type ChannelKind, type Measure } from './channel.rules.ts'
import { Curve } from './curve.web.tsx'
import { Switches } from './switches.web.tsx'
import { degreesText, recordingText, spanText } from './temperature.rules.ts'
import type { CurveAnswer, SealAnswer } from '../wire.ts'
import '../telematics.css'
import '#kit/ui/field/field-value.css'

const NONE: never[] = []
const PATTERN = 'YYYY-MM-DD HH:mm:ss'

interface Only {
  kind: ChannelKind
  sensorNo: number
}
/** Of one channel: its own curve with all doors, or, of a door, all curves with that door. */
const shows = (only: Only | undefined, one: Only): boolean =>
  !only || isSwitch(only.kind) !== isSwitch(one.kind) || (only.kind === one.kind && only.sensorNo === one.sensorNo)

export function CurvePanel({ vehicle, only }: { vehicle: number; only?: Only }) {
  const can = useCan()
  const [range, setRange] = useState<[string, string]>(() => [
    wallClock().subtract(24, 'hour').format(PATTERN),
    wallClock().add(1, 'minute').format(PATTERN),
  ])
  const query = { vehicle, from: range[0], to: range[1] }
  const curve = useQuery({
    queryKey: ['temperatureCurve', query],
    placeholderData: keepPreviousData,
    retry: false,
    queryFn: ({ signal }) => api.get<CurveAnswer>('/api/v1/temperature/curve', query, { signal, silent: true }),
  })
  // Asked for by the button only: whole days of readings are summed up.
  const proof = useQuery({
    queryKey: ['temperatureVerify', query],
    enabled: false,
    retry: false,
    gcTime: 0,
    queryFn: ({ signal }) => api.get<SealAnswer>('/api/v1/temperature/verify', query, { signal, silent: true }),
  })
  const report = (): void =>
    void api
      .download('/api/v1/temperature/report', { query, fileName: '冷链记录.pdf' })
      .catch((error: unknown) => error instanceof ApiError || toast.error('生成失败，请重试'))
  const channels = (curve.data?.channels ?? []).filter((c) => shows(only, c))
  const switches = (curve.data?.switches ?? []).filter((s) => shows(only, s))
  const excursions = (curve.data?.excursions ?? []).filter((e) => shows(only, { kind: e.measure, sensorNo: e.sensorNo }))
  const measures = (Object.keys(MEASURES) as Measure[]).filter((kind) => channels.some((c) => c.kind === kind && c.t.length > 0))
  return (
    <Section
      title="冷链曲线"
      hint="读数由终端自动上报，不可修改"
      extra={
        <>
          <DayRangeInput
            label="时段"
            className="zyt-period"
            instant
            closed
            from={range[0].slice(0, 16)}
            to={range[1].slice(0, 16)}
            presets={[[24, '最近 24 小时'] as const, [72, '最近 3 天'] as const, [168, '最近 7 天'] as const].map(([hours, label]) => ({
              label,
              from: wallClock().subtract(hours, 'hour').format('YYYY-MM-DD HH:mm'),
              to: wallClock().add(1, 'minute').format('YYYY-MM-DD HH:mm'),
            }))}
            onChange={({ from, to }) => setRange([`${from}:00`, `${to}:59`])}
          />
          <Button icon={<SafetyCertificateOutlined />} loading={proof.isFetching} onClick={() => void proof.refetch()}>
            核对记录
          </Button>
          {can('coldChainTemperatureControl_export') ? (
            <Button icon={<FilePdfOutlined />} onClick={report}>
              冷链记录（PDF）
            </Button>
          ) : null}
        </>
      }
    >
      {curve.isPending ? (
        <LoadingState rows={6} />
      ) : curve.isError && !curve.data ? (
        <ErrorState error={curve.error} onRetry={() => void curve.refetch()} />
      ) : measures.length > 0 || switches.some((s) => s.readings > 0) ? (
        <>
          {measures.map((kind, i) => (
            <Curve
              key={kind}
              series={channels.filter((c) => c.kind === kind)}
              excursions={excursions.filter((e) => e.measure === kind)}
              switches={i === 0 ? switches : NONE}
            />
          ))}
          {channels.length > 0 ? <Figures channels={channels} /> : null}
          {switches.length > 0 ? <Switches switches={switches} /> : null}
          {channels.map(
            (c) =>
              c.recording && (
                <Alert
                  key={`${c.kind}${c.sensorNo}`}
                  type={c.recording.late ? 'warning' : 'success'}
                  showIcon
                  title={`${channelName(c.kind, c.sensorNo)}探头${recordingText(c.recording)}`}
                  className="zyt-curve-note"
                />
              ),
          )}
          {proof.data ? (
            <Proof {...proof.data} />
          ) : proof.isError ? (
            <ErrorState error={proof.error} onRetry={() => void proof.refetch()} />
          ) : null}
        </>
      ) : (
        <EmptyState
          why={channels.length + switches.length === 0 ? '该车辆没有冷链通道，可在「冷链温控」中新增' : '该时段没有读数'}
          compact
        />
      )}
    </Section>
  )
}

function Proof({ problem, readings, days, unsealed }: SealAnswer) {
  const others = unsealed ? `另有 ${unsealed} 条为启用校验之前的读数，无法核对。` : undefined
  if (problem) return <Alert type="error" showIcon title="记录不完整" description={problem} />
  return readings ? (
    <Alert type="success" showIcon title={`记录完整：${days} 天 ${readings} 条读数与入库时的校验值一致`} description={others} />
  ) : (
    <Alert type="info" showIcon title="该时段没有可核对的读数" description={others} />
  )
}

function Figures({ channels }: { channels: CurveAnswer['channels'] }) {
  return (
    <div className="zyt-lines-scroll">
      <table className="zyt-lines zyt-curve-figures">
        <thead>
          <tr>
            {['探头', '温控标准', '读数', '最低', '最高', '平均', 'MKT', '达标率', '最长超限'].map((label) => (
              <th key={label} scope="col">
                {label === 'MKT' ? (
                  <Tooltip title="平均动力学温度：与整段时间的温度变化对货物影响相同的恒定温度（活化能 83.144 kJ/mol）">
                    <span tabIndex={0}>MKT</span>
                  </Tooltip>
                ) : (
                  label
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {channels.map((c) => (
            <tr key={`${c.kind}${c.sensorNo}`}>
              <td>
                {channelName(c.kind, c.sensorNo)} {c.zone}
              </td>
              <td>{c.policy ? `${c.policy}（${degreesText(c.lowest, c.kind)} ~ ${degreesText(c.highest, c.kind)}）` : '未设标准'}</td>
              <td>
                {c.readings}
                {c.broken ? `（无效 ${c.broken}）` : ''}
              </td>
              <td>{degreesText(c.min, c.kind)}</td>
              <td>{degreesText(c.max, c.kind)}</td>
              <td>{degreesText(c.mean, c.kind)}</td>
              <td>{degreesText(c.mkt)}</td>
              <td>{c.inRange === null ? '—' : `${(c.inRange / 100).toFixed(1)}%`}</td>
              <td>{c.longestOut ? spanText(c.longestOut) : '—'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
