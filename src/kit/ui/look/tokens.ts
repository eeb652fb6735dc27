/**
 * Every colour, size, radius, shadow and duration of the browser, by its name: [in light, in dark]. The style sheet `tokens.css` is generated
 * from this file (`node scripts/tokens.ts`); antd, charts, maps and drawings read it directly. `tests/house/look.test.ts` refuses a raw colour or size
 * elsewhere and measures the pairs of PAIRS (docs/design.md).
 */
export type Paired = readonly [light: string, dark: string]

/** The company's colour (站点配置), as text and lines, and the second accent that stands beside it without looking like a state. */
export const PRIMARIES = {
  blue: { primary: ['#1558d6', '#4a93ee'], accent: ['#0b7285', '#5cc4d6'] },
  teal: { primary: ['#0f766e', '#2ba89c'], accent: ['#4353b3', '#93a2f2'] },
  green: { primary: ['#2b7a2f', '#4fa953'], accent: ['#1f5f99', '#7db8ee'] },
  orange: { primary: ['#ad4f08', '#d98634'], accent: ['#1f5f99', '#7db8ee'] },
  red: { primary: ['#b3261e', '#e3736a'], accent: ['#3b5b8c', '#94b4e6'] },
  purple: { primary: ['#6b3fc0', '#a183e6'], accent: ['#0b7285', '#5cc4d6'] },
} as const satisfies Record<string, { primary: Paired; accent: Paired }>

const WHITE = '#ffffff'
/** Strong grounds for white text, the same in light and dark; routes, kinds of a process, people without a photo take them in this order. */
export const FILLS = {
  blue: '#1558d6',
  red: '#c5221f',
  green: '#18794e',
  amber: '#9a5b00',
  violet: '#6b4fb3',
  teal: '#0b6b74',
  plum: '#a13068',
  lime: '#4a7010',
  slate: '#4d5f8a',
  rust: '#b8400e',
  navy: '#1e40af',
  grey: '#5a6270',
} as const

const TAGS = {
  grey: [
    ['#4a5160', '#c3c9d2'],
    ['#f0f1f3', '#2a2e35'],
    ['#d9dce1', '#444a54'],
  ],
  blue: [
    ['#0b4bb3', '#9cc4ff'],
    ['#e8f1ff', '#14294a'],
    ['#bcd6ff', '#264b83'],
  ],
  green: [
    ['#11633f', '#82d9ac'],
    ['#e5f6ed', '#12301f'],
    ['#b3e0c8', '#245c3e'],
  ],
  orange: [
    ['#8a4300', '#ffbd7d'],
    ['#fff1e2', '#3a2410'],
    ['#ffd3a6', '#6b4319'],
  ],
  red: [
    ['#a81613', '#ff9f9b'],
    ['#fdeceb', '#401715'],
    ['#f6c0bd', '#7a2c29'],
  ],
  purple: [
    ['#5b2ba8', '#cbb0f7'],
    ['#f2ebfd', '#2c1d4a'],
    ['#d6c3f5', '#543a88'],
  ],
  cyan: [
    ['#0a5c6b', '#83d7e4'],
    ['#e2f6f9', '#0d3038'],
    ['#ace0e8', '#1d5a67'],
  ],
  gold: [
    ['#725000', '#e9ce6f'],
    ['#fdf5d9', '#352a0b'],
    ['#ecd88d', '#655118'],
  ],
} as const satisfies Record<string, readonly [text: Paired, ground: Paired, line: Paired]>
const TAG_TONES = Object.keys(TAGS) as (keyof typeof TAGS)[]

/** Series of a chart, told apart by people who see few colours too; the dark ones are lighter. */
export const SERIES: readonly Paired[] = [
  ['#1558d6', '#5b9bff'],
  ['#d9730d', '#f2a65a'],
  ['#0f8a5f', '#4cc38a'],
  ['#a83279', '#e57fb9'],
  ['#7a5af5', '#a996ff'],
  ['#0091a8', '#4fd0e2'],
  ['#b08900', '#e3c341'],
  ['#c5221f', '#ff7a75'],
  ['#5a6270', '#a3abb6'],
  ['#3f7d20', '#9bd06b'],
  ['#8c4a2f', '#d9a58c'],
  ['#2a3f9d', '#8fa3ff'],
]

const GROUNDS = {
  bg: ['#f3f5f8', '#0d0f12'],
  panel: [WHITE, '#17191d'],
  'panel-2': ['#f7f8fa', '#1e2126'],
  hover: ['#eef2f8', '#262a31'],
  border: ['#d9dde4', '#33373e'],
  text: ['#1d2129', '#e6e8eb'],
  'text-2': ['#5a6270', '#a3abb6'],
  /** What is not filled in yet. */
  'text-3': ['#656c79', '#8f96a1'],
  'on-fill': [WHITE, WHITE],
  bad: ['#c5221f', '#ff8a85'],
  warn: ['#9a5b00', '#f2b45c'],
  good: ['#18794e', '#4cc38a'],
  'bad-ground': ['#fff1f0', '#2f1715'],
  'warn-ground': ['#fff8e6', '#2e2410'],
  'good-ground': ['#effaf3', '#12271c'],
  'bad-edge': ['#f5b7b4', '#7a2c29'],
  'warn-edge': ['#f0cf8e', '#6b4f19'],
  'good-edge': ['#a9dcc0', '#245c3e'],
  /** Behind white text: what is wrong, in light and dark. */
  'bad-fill': [FILLS.red, '#b3322e'],
  /** Paper stays white in the dark, and so does what lies on it. */
  paper: [WHITE, WHITE],
  'paper-text': ['#1d2129', '#1d2129'],
  'paper-hint': ['#656c79', '#656c79'],
  ink: ['#14204a', '#14204a'],
  veil: ['rgb(0 0 0 / 45%)', 'rgb(0 0 0 / 60%)'],
  /** Hatches of the calendar: what waits, what another has taken. */
  'hatch-1': ['#cfe0ff', '#1d3866'],
  'hatch-2': ['#e8f0ff', '#16294a'],
  'hatch-text': ['#0b3a94', '#b6d3ff'],
  'taken-1': ['#c3c9d3', '#454b55'],
  'taken-2': ['#dfe3ea', '#363b44'],
  'taken-text': ['#2c3340', '#d5dae2'],
  /** Drawings: lines, light and deep parts of a figure. */
  'draw-line': ['#8592a6', '#7f8a9b'],
  'draw-soft': ['#e6ebf3', '#2a2f37'],
  'draw-deep': ['#c4cedd', '#414955'],
  shadow: ['0 6px 24px rgb(20 30 50 / 16%)', '0 6px 24px rgb(0 0 0 / 60%)'],
  /** Of a pinned column over what slides below it. */
  edge: ['rgb(20 30 50 / 22%)', 'rgb(0 0 0 / 70%)'],
  'shadow-low': ['0 1px 3px rgb(20 30 50 / 10%)', '0 1px 3px rgb(0 0 0 / 40%)'],
} as const satisfies Record<string, Paired>

const light = (fill: string): Paired => [fill, fill]

/** Names with a colour or a depth, which light and dark say apart. */
export const COLOURS = {
  primary: PRIMARIES.blue.primary,
  accent: PRIMARIES.blue.accent,
  /** Behind white text; `primary` is for text and lines. */
  fill: light(PRIMARIES.blue.primary[0]),
  ...GROUNDS,
} as const satisfies Record<string, Paired>
export type ColourName = keyof typeof COLOURS

/** Names without a theme. */
export const MEASURES = {
  font: "-apple-system, 'PingFang SC', 'Microsoft YaHei', 'Noto Sans CJK SC', 'Noto Sans SC', sans-serif",
  /** Marks and arrows, never words. */
  'type-mark': '10px',
  /** The second line in a cell of the calendar, the credit of a map. */
  'type-tiny': '11px',
  'type-note': '12px',
  'type-small': '13px',
  'type-body': '14px',
  'type-lead': '16px',
  'type-title': '20px',
  'type-display': '24px',
  'type-hero': '36px',
  'radius-s': '4px',
  'radius-m': '6px',
  'radius-l': '8px',
  'radius-xl': '12px',
  'radius-pill': '999px',
  'space-1': '4px',
  'space-2': '8px',
  'space-3': '12px',
  'space-4': '16px',
  'space-5': '24px',
  'space-6': '32px',
  /** What answers a hand; what comes from somewhere. */
  quick: '120ms',
  move: '180ms',
  ease: 'cubic-bezier(0.2, 0, 0, 1)',
} as const

/** What a person's density changes outside the tables: between cards, inside them, of a line, of a row of a form. */
const DENSITIES = {
  compact: { gap: '8px', pad: '12px', line: '4px', row: '12px' },
  middle: { gap: '12px', pad: '16px', line: '7px', row: '18px' },
  large: { gap: '16px', pad: '20px', line: '11px', row: '24px' },
} as const

/** One colour for code that draws by itself: charts, maps, canvases. */
export const tokenOf = (name: ColourName, dark: boolean): string => COLOURS[name][dark ? 1 : 0]
export const seriesOf = (dark: boolean): string[] => SERIES.map((pair) => pair[dark ? 1 : 0])

type Declaration = readonly [name: string, value: string]
const themed = (at: 0 | 1): Declaration[] => [
  ...Object.entries(COLOURS).map(([name, pair]): Declaration => [name, pair[at]]),
  ...TAG_TONES.flatMap((tone) =>
    (['text', 'ground', 'line'] as const).map((part, i): Declaration => [`tag-${tone}-${part}`, TAGS[tone][i]![at]]),
  ),
]
const plain: readonly Declaration[] = [
  ...Object.entries(FILLS).map(([name, value]): Declaration => [`fill-${name}`, value]),
  ...Object.entries(MEASURES),
]
const block = (selector: string, head: string, list: readonly Declaration[]): string =>
  `${selector} {\n${head}${list.map(([name, value]) => `  --zyt-${name}: ${value};\n`).join('')}}\n`

/** The style sheet: what differs in the dark is said a second time. */
export function styleSheet(): string {
  const [inLight, inDark] = [new Map(themed(0)), new Map(themed(1))]
  return [
    '/* Generated from tokens.ts by scripts/tokens.ts: change it there. */\n',
    block(':root', '  color-scheme: light;\n', [...inLight, ...plain, ...Object.entries(DENSITIES.compact)]),
    block(
      ":root[data-theme='dark']",
      '  color-scheme: dark;\n',
      [...inDark].filter(([name, value]) => inLight.get(name) !== value),
    ),
    // Whoever works in the dark prints on white paper too; what the company's colour set on the element itself gives way as well.
    `@media print {\n${block(
      ":root[data-theme='dark']",
      '  color-scheme: light;\n',
      [...inLight].filter(([name, value]) => inDark.get(name) !== value).map(([name, value]) => [name, `${value} !important`]),
    )}}\n`,
    ...(['middle', 'large'] as const).map((size) => block(`:root[data-density='${size}']`, '', Object.entries(DENSITIES[size]))),
  ].join('')
}

/** Text and the ground it stands on, wherever that occurs; each at least 4.5 : 1 (WCAG 1.4.3), lines of drawings and marks 3 : 1. */
export const PAIRS: readonly (readonly [text: ColourName, ground: ColourName, least: number])[] = [
  ...(['text', 'text-2', 'primary', 'accent', 'bad', 'warn', 'good'] as const).flatMap((text) =>
    (['bg', 'panel', 'panel-2', 'hover'] as const).map((ground) => [text, ground, 4.5] as const),
  ),
  ['text-3', 'panel', 4.5],
  ['text-3', 'panel-2', 4.5],
  ['bad', 'bad-ground', 4.5],
  ['warn', 'warn-ground', 4.5],
  ['good', 'good-ground', 4.5],
  ['text', 'bad-ground', 4.5],
  ['text', 'warn-ground', 4.5],
  ['text', 'good-ground', 4.5],
  ['on-fill', 'fill', 4.5],
  ['on-fill', 'bad-fill', 4.5],
  ['paper-text', 'paper', 4.5],
  ['paper-hint', 'paper', 4.5],
  ['ink', 'paper', 4.5],
  ['hatch-text', 'hatch-1', 4.5],
  ['hatch-text', 'hatch-2', 4.5],
  ['taken-text', 'taken-1', 4.5],
  ['taken-text', 'taken-2', 4.5],
  ['draw-line', 'panel', 3],
]
export const tagPairs = (dark: boolean): { tone: string; text: string; ground: string }[] =>
  TAG_TONES.map((tone) => ({ tone, text: TAGS[tone][0][dark ? 1 : 0], ground: TAGS[tone][1][dark ? 1 : 0] }))
