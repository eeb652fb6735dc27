/**
 * What a screen shows instead of its data, drawn in the hand of this house: a road, and what stands on it. Colours are tokens, so the dark needs no second
 * drawing. A drawing says nothing by itself: the sentence beside it does.
 */
import type { ReactNode } from 'react'
import './drawing.css'

export type DrawingName = 'empty' | 'nothing' | 'fault' | 'refused' | 'locked' | 'lost' | 'done'

const HILLS = <path className="zyt-d-soft" d="M4 82 q22 -30 46 -8 q16 -34 44 -4 q26 -26 50 2 q10 -6 20 10z" />
const ROAD = (
  <>
    <path d="M8 86 h152" />
    <path className="zyt-d-dash" d="M20 92 h128" />
  </>
)
const WHEEL = (x: number): ReactNode => (
  <>
    <circle className="zyt-d-body" cx={x} cy="82" r="5.5" />
    <circle className="zyt-d-deep" cx={x} cy="82" r="2" />
  </>
)

const DRAWINGS: Record<DrawingName, ReactNode> = {
  // A free bay below its sign: there is room, nothing stands in it.
  empty: (
    <>
      {HILLS}
      {ROAD}
      <path className="zyt-d-dash zyt-d-accent" d="M52 84 v-30 q0 -4 4 -4 h56 q4 0 4 4 v30" />
      <path d="M134 86 v-46" />
      <rect className="zyt-d-mark" x="124" y="20" width="20" height="22" rx="4" />
      <path className="zyt-d-on" d="M131 37 v-11 h4 q4 0 4 3.5 t-4 3.5 h-4" strokeWidth={2.4} />
      <path d="M84 60 v14 m-7 -7 h14" />
    </>
  ),
  // A glass over a sheet without lines: there are rows, none is asked for.
  nothing: (
    <>
      {HILLS}
      {ROAD}
      <rect className="zyt-d-body" x="54" y="22" width="50" height="60" rx="4" />
      <path className="zyt-d-dash" d="M63 36 h32 M63 48 h24 M63 60 h16" />
      <circle className="zyt-d-body" cx="101" cy="58" r="15" />
      <path className="zyt-d-accent" d="M112 69 l13 13" strokeWidth={4} />
      <circle className="zyt-d-accent" cx="101" cy="58" r="15" />
      <path d="M95 58 h12" />
    </>
  ),
  // A car with a triangle behind it: something broke down, it is being looked after.
  fault: (
    <>
      {HILLS}
      {ROAD}
      <path className="zyt-d-body" d="M30 82 v-12 q0 -4 4 -5 l10 -2 q8 -13 16 -13 h18 q8 0 14 13 l4 1 q4 1 4 5 v13z" />
      <path className="zyt-d-deep" d="M51 63 q6 -8 10 -8 h6 v8z M71 55 h7 q5 0 8 8 h-15z" />
      {WHEEL(46)}
      {WHEEL(84)}
      <path d="M32 62 l-10 -18 h22" />
      <path className="zyt-d-bad" d="M128 50 l20 34 h-40z" />
      <path className="zyt-d-on" d="M128 62 v9 M128 77.5 v0.1" />
    </>
  ),
  // A barrier across the road: not this way, not now.
  refused: (
    <>
      {HILLS}
      {ROAD}
      <path d="M44 86 v-36 M124 86 v-36" />
      <rect className="zyt-d-body" x="32" y="48" width="104" height="18" rx="3" />
      <path
        className="zyt-d-warn"
        d="M40 48 h16 l-12 18 h-12 v-6z M72 48 h16 l-12 18 h-16z M104 48 h16 l-12 18 h-16z M136 50 v14 l-1 2 h-10z"
      />
      <circle className="zyt-d-warn" cx="44" cy="40" r="5" />
      <circle className="zyt-d-warn" cx="124" cy="40" r="5" />
    </>
  ),
  // A closed gate with a lock: others may pass.
  locked: (
    <>
      {HILLS}
      {ROAD}
      <path d="M36 86 v-52 M132 86 v-52" strokeWidth={3} />
      <path d="M40 46 h88 M40 76 h88 M56 46 v30 M72 46 v30 M96 46 v30 M112 46 v30" />
      <path className="zyt-d-accent" d="M76 54 v-8 q0 -9 8 -9 t8 9 v8" strokeWidth={3} />
      <rect className="zyt-d-mark" x="70" y="53" width="28" height="22" rx="4" />
      <path className="zyt-d-on" d="M84 62 v5" />
    </>
  ),
  // A signpost with two empty arms: this road leads nowhere.
  lost: (
    <>
      {HILLS}
      {ROAD}
      <path d="M84 86 v-66" strokeWidth={3} />
      <path className="zyt-d-body" d="M84 24 h36 l9 8 l-9 8 h-36z M84 46 h-34 l-9 8 l9 8 h34z" />
      <path className="zyt-d-accent" d="M98 29 q0 -1 4 -1 t4 2 t-4 3 v1 M102 36.5 v0.1" strokeWidth={2} />
      <path className="zyt-d-dash" d="M54 54 h22" />
    </>
  ),
  // At the flag.
  done: (
    <>
      {HILLS}
      {ROAD}
      <g className="zyt-d-arrive">
        <rect className="zyt-d-body" x="22" y="48" width="50" height="32" rx="3" />
        <path className="zyt-d-body" d="M72 80 v-24 h13 q3 0 5 3 l7 11 v10z" />
        <path className="zyt-d-deep" d="M77 61 h7 l5 8 h-12z" />
        {WHEEL(38)}
        {WHEEL(84)}
      </g>
      <path d="M122 86 v-62" strokeWidth={2.4} />
      <path className="zyt-d-good" d="M123 26 h30 l-7 10 l7 10 h-30z" />
      <path className="zyt-d-on" d="M129 36 l4 4 l8 -8" strokeWidth={2.4} />
    </>
  ),
}

export function Drawing({ name, small }: { name: DrawingName; small?: boolean | undefined }) {
  return (
    <svg className={small ? 'zyt-drawing zyt-drawing-small' : 'zyt-drawing'} viewBox="0 0 168 98" aria-hidden="true" focusable="false">
      {DRAWINGS[name]}
    </svg>
  )
}
