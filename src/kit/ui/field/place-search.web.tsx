/** Place search (spec §2): type an address, pick a known place or keep what was typed. */
import { useState } from 'react'
import { AutoComplete } from 'antd'
import { useQuery } from '@tanstack/react-query'
import type { Place } from '../../entity/field.ts'
import { api } from '../client/api.web.ts'
import { useChange } from '../state/page-draft.web.ts'
import { inputProps, type ControlProps } from './control.ts'
import { useSearched } from '../state/pending-keyword.web.ts'
import type { FoundPlaces } from '../client/console.wire.ts'

const toPlace = (place: FoundPlaces[number]): Place => ({
  address: place.fullName,
  ...(place.code ? { code: place.code } : {}),
  ...(typeof place.lng === 'number' && typeof place.lat === 'number' ? { lng: place.lng, lat: place.lat } : {}),
})

export interface PlaceSearchProps extends Omit<ControlProps, 'onChange' | 'value'> {
  value: Place | null
  onChange: (place: Place | null) => void
}

/** Where only the larger area is known, the point may be kilometres off: whoever picks it is told. */
const foundLabel = ({ fullName, approx }: FoundPlaces[number]): string => (approx ? `${fullName}（约，按上级地区定位）` : fullName)

export function PlaceSearch({ value, onChange, ...control }: PlaceSearchProps) {
  const [text, setText] = useState(value?.address ?? '')
  const { keyword, pausing } = useSearched(text)
  useChange(value?.address ?? '', setText)
  const { data = [], isFetching } = useQuery({
    queryKey: ['place', keyword],
    enabled: keyword !== '' && keyword !== value?.address,
    staleTime: 5 * 60_000,
    queryFn: ({ signal }) => api.get<FoundPlaces>('/api/v1/place/search', { keyword }, { signal, silent: true }),
  })
  return (
    <AutoComplete
      {...inputProps(control)}
      value={text}
      placeholder={control.placeholder ?? '请输入地址'}
      options={(pausing ? [] : data).map((place) => ({ value: place.fullName, label: foundLabel(place), place }))}
      notFoundContent={keyword === '' ? null : pausing || isFetching ? '加载中…' : '没有找到，可直接保留输入的地址'}
      onChange={(next: string | undefined) => setText(next ?? '')}
      onClear={() => onChange(null)}
      onSelect={(_, option) => onChange(toPlace(option.place))}
      onBlur={() => {
        const typed = text.trim()
        // House numbers are in no gazetteer: what was typed is the address, standing where the picked place stands.
        if (typed === '') onChange(null)
        else if (typed !== value?.address)
          onChange(value && typed.startsWith(value.address) ? { ...value, address: typed } : { address: typed })
        control.onLeave?.()
      }}
    />
  )
}
