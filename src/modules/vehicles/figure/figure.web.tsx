/** A vehicle without a photo, drawn from the side: its body by category, a mark for what moves it. */
import type { ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { Row } from '#kit/entity/wire.ts'
import { api } from '#kit/ui/client/api.web.ts'
import { useDictionary } from '#kit/ui/client/dictionary.web.ts'
import { driveOf, shapeOf, type Drive, type Shape } from './figure.rules.ts'
import './figure.css'

const CAB = <path d="M8 42 v-13 l6 -11 q1 -2 3 -2 h13 v26z" />
const CAB_GLASS = <path className="zyt-car-glass" d="M14 28 l4.5 -8 h6.5 v8z" />
const FRAME = <path className="zyt-car-line" d="M30 40 h59" strokeWidth={3} />

const BODIES: Record<Shape, { body: ReactNode; wheels: readonly number[] }> = {
  sedan: {
    body: (
      <>
        <path d="M7 42 v-7 q0 -4 5 -5 l14 -3 q8 -9 17 -10 h12 q9 0 16 10 l13 3 q5 1 5 6 v6z" />
        <path className="zyt-car-glass" d="M31 27 q6 -6 12 -6.5 h3 v6.500z M50 20.5 h5 q6 0 11 6.5 h-16z" />
      </>
    ),
    wheels: [24, 73],
  },
  suv: {
    body: (
      <>
        <path d="M7 42 v-11 q0 -4 4 -5 l11 -2 q7 -11 14 -11 h32 q8 0 12 10 l6 3 q3 1 3 5 v11z" />
        <path className="zyt-car-glass" d="M27 24 q5 -7 10 -7 h8 v7z M49 17 h17 q6 0 8 7 h-25z" />
      </>
    ),
    wheels: [24, 72],
  },
  minivan: {
    body: (
      <>
        <path d="M7 42 v-14 q0 -3 3 -4 l8 -2 q6 -11 13 -11 h50 q8 0 8 8 v23z" />
        <path className="zyt-car-glass" d="M23 23 q4 -8 9 -8 h8 v8z M44 15 h15 v8 h-15z M63 15 h16 q5 0 5 5 v3 h-21z" />
        <path className="zyt-car-line" d="M62 28 v11" />
      </>
    ),
    wheels: [23, 73],
  },
  pickup: {
    body: (
      <>
        <path d="M7 42 v-9 q0 -4 5 -5 l12 -2 q7 -10 14 -10 h13 q3 0 3 3 v8 h35 v15z" />
        <path className="zyt-car-glass" d="M29 26 q5 -6 10 -6 h9 v6z" />
      </>
    ),
    wheels: [24, 73],
  },
  van: {
    body: (
      <>
        {FRAME}
        {CAB}
        {CAB_GLASS}
        <rect className="zyt-car-light" x="32" y="8" width="57" height="29" rx="1.5" />
      </>
    ),
    wheels: [20, 71],
  },
  reefer: {
    body: (
      <>
        {FRAME}
        {CAB}
        {CAB_GLASS}
        <rect className="zyt-car-light" x="32" y="8" width="57" height="29" rx="1.5" />
        <rect x="24" y="7" width="8" height="9" rx="1.5" />
        <path className="zyt-car-cold" d="M60 15 v15 M53.5 18.800 l13 7.5 M66.5 18.800 l-13 7.5" />
      </>
    ),
    wheels: [20, 71],
  },
  stake: {
    body: (
      <>
        {FRAME}
        {CAB}
        {CAB_GLASS}
        <path
          className="zyt-car-line"
          d="M33 37 v-22 M44 37 v-22 M55 37 v-22 M66 37 v-22 M77 37 v-22 M88 37 v-22 M33 16 h55 M33 23 h55 M33 30 h55"
        />
        <rect x="32" y="35" width="57" height="4" />
      </>
    ),
    wheels: [20, 71],
  },
  flat: {
    body: (
      <>
        {CAB}
        {CAB_GLASS}
        <rect x="31" y="34" width="58" height="5" rx="1" />
      </>
    ),
    wheels: [20, 71],
  },
  tractor: {
    body: (
      <>
        <rect x="8" y="35" width="81" height="6" rx="1" />
        <path d="M8 42 v-24 q0 -10 10 -11 h22 q2 0 2 2 v33z" />
        <path className="zyt-car-glass" d="M12 24 v-4 q0 -5 5 -6 h11 v10z" />
        <path className="zyt-car-light" d="M56 35 l4 -5 h20 l4 5z" />
      </>
    ),
    wheels: [21, 63, 78],
  },
  trailer: {
    body: (
      <>
        <rect className="zyt-car-light" x="7" y="7" width="82" height="29" rx="1.5" />
        <path className="zyt-car-line" d="M7 38 h82 M24 38 v8 h-4" strokeWidth={2.4} />
      </>
    ),
    wheels: [58, 71, 84],
  },
  special: {
    body: (
      <>
        {FRAME}
        {CAB}
        {CAB_GLASS}
        <rect className="zyt-car-light" x="33" y="15" width="56" height="22" rx="11" />
        <path className="zyt-car-line" d="M52 15 v22 M70 15 v22 M57 11 h8 v4 h-8z" />
      </>
    ),
    wheels: [20, 71],
  },
}

const SIGNS: Record<Drive, ReactNode> = {
  charged: <path d="M88.5 39 l-5.5 8 h4 l-1.5 6 l6 -8 h-4z" />,
  both: <path d="M84.5 39.5 l-4 6 h3 l-1 5 l4.5 -6.5 h-3z M91.5 41 q3 4 3 6 a3 3 0 0 1 -6 0 q0 -2 3 -6z" />,
  gas: <path d="M84 51 v-8 q0 -3 3.5 -3 t3.5 3 v8z M86 37.5 h3 v2 h-3z" />,
  fuel: <path d="M87.5 39 q4.5 6 4.5 8.5 a4.5 4.5 0 0 1 -9 0 q0 -2.5 4.5 -8.500z" />,
}

function CarFigure({ shape, drive }: { shape: Shape; drive: Drive | null }) {
  const { body, wheels } = BODIES[shape]
  return (
    <svg className="zyt-figure-car" viewBox="0 0 100 58" aria-hidden="true" focusable="false">
      {body}
      {wheels.map((x) => (
        <g key={x}>
          <circle className="zyt-car-tyre" cx={x} cy="42" r="6.5" />
          <circle className="zyt-car-hub" cx={x} cy="42" r="2.4" />
        </g>
      ))}
      {drive ? (
        <>
          <circle className="zyt-car-mark" cx="87.5" cy="46" r="9.5" />
          <g className="zyt-car-sign">{SIGNS[drive]}</g>
        </>
      ) : null}
    </svg>
  )
}

/** All models at once and seldom: a list of a hundred vehicles asks a single time. */
const useCategories = () =>
  useQuery({
    queryKey: ['vehicle', 'categories'],
    staleTime: 10 * 60_000,
    retry: false,
    queryFn: ({ signal }) =>
      api.get<{ id: number; category: string; energy: string }[]>('/api/v1/vehicleFigures', undefined, { signal, silent: true }),
  })

/** Of a vehicle by its model, of a model by itself; a card or a calendar has fewer fields of it than a page. */
export default function Figure({ row }: { row: Row }) {
  const { data } = useCategories()
  const dictionary = useDictionary('vehicleCategory')
  const own = row['category']
  const model = data?.find(({ id }) => id === row['model'])
  const category = typeof own === 'string' ? own : (model?.category ?? null)
  // What it is gets known in a moment; a wrong figure until then would only flicker.
  if (category === null && !data) return null
  const label = dictionary.find(({ value }) => value === category)?.label
  return (
    <CarFigure shape={shapeOf({ category, label, isTrailer: row['isTrailer'] === true })} drive={driveOf(row['energy'] ?? model?.energy)} />
  )
}
