/** A vehicle by whatever one knows of it: plate, lessee or driver, phone, terminal, SIM. */
import { useState } from 'react'
import { Select } from 'antd'
import { useQuery } from '@tanstack/react-query'
import { api } from '#kit/ui/client/api.web.ts'
import { useSearched } from '#kit/ui/state/pending-keyword.web.ts'

interface VehicleMatch {
  vehicle: number
  plate: string
  hint: string
}

export function VehicleSearch({
  onPick,
  value,
  label = '查找车辆',
}: {
  onPick: (vehicle: number) => void
  value?: { vehicle: number; plate: string } | null
  label?: string
}) {
  const [typed, setTyped] = useState('')
  const { keyword, pausing } = useSearched(typed)
  const search = useQuery({
    queryKey: ['liveSearch', keyword],
    enabled: keyword.length >= 2,
    queryFn: ({ signal }) => api.get<VehicleMatch[]>('/api/v1/live/search', { keyword }, { signal, silent: true }),
  })
  const matches = !pausing && keyword.length >= 2 ? (search.data ?? []) : []
  const shown = value && !matches.some((f) => f.vehicle === value.vehicle) ? [{ ...value, hint: '' }, ...matches] : matches
  return (
    <Select
      className="zyt-live-search"
      aria-label={label}
      placeholder="车牌、承租人、手机号、终端号"
      showSearch={{ filterOption: false, searchValue: typed, onSearch: setTyped }}
      value={value?.vehicle ?? null}
      loading={search.isFetching}
      notFoundContent={
        typed.trim().length < 2
          ? '请输入至少两个字'
          : pausing || search.isFetching
            ? '查找中…'
            : search.isError
              ? '查找失败，请重试'
              : `没有找到「${keyword}」`
      }
      options={shown.map((f) => ({ value: f.vehicle, label: f.plate, hint: f.hint }))}
      optionRender={(option) => (
        <span className="zyt-option">
          <span>{option.label}</span>
          <span className="zyt-option-hint">{(option.data as { hint?: string }).hint}</span>
        </span>
      )}
      onChange={(vehicle: number | null) => {
        setTyped('')
        if (vehicle !== null) onPick(vehicle)
      }}
    />
  )
}
