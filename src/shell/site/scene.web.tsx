/** What each look is about, drawn in one hand: a yard of vehicles to lease, a car with its key, a lorry between two stops. */
import type { ReactNode } from 'react'
import type { Look } from '#kit/entity/module.ts'
import './scene.css'

const WHEEL = (x: number, y: number): ReactNode => <circle className="zyt-s-tyre" cx={x} cy={y} r="11" />
const GROUND = (
  <>
    <path className="zyt-s-far" d="M0 214 q60 -96 128 -40 q46 -92 128 -26 q62 -84 146 4 q58 -60 118 4 q60 -20 120 58z" />
    <path className="zyt-s-soft" d="M0 232 q96 -64 196 -18 q104 -60 208 -4 q112 -44 236 22z" />
    <path className="zyt-s-road" d="M-4 262 h648" />
    <path className="zyt-s-lane" d="M0 262 h640" />
  </>
)

/** A box truck, nose to the right; its bottom line is the road. */
const truck = (x: number, filled: boolean): ReactNode => (
  <g transform={`translate(${x} 0)`}>
    <rect className={filled ? 'zyt-s-fill' : 'zyt-s-body'} x="0" y="168" width="112" height="72" rx="5" />
    <path className="zyt-s-body" d="M116 240 v-52 h26 q7 0 11 7 l14 25 q2 4 2 8 v12z" />
    <path className="zyt-s-glass" d="M126 198 h15 q4 0 6 4 l9 17 h-30z" />
    {WHEEL(28, 242)}
    {WHEEL(140, 242)}
  </g>
)

const SCENES: Record<Look, ReactNode> = {
  leasing: (
    <>
      {/* Three in a row, one of them spoken for. */}
      {truck(26, false)}
      {truck(226, true)}
      {truck(426, false)}
      <path className="zyt-s-white" d="M262 204 l13 13 l27 -27" strokeWidth={5} />
      <path d="M70 168 v-34 M470 168 v-34" />
      <rect className="zyt-s-mark" x="54" y="104" width="32" height="32" rx="6" />
      <path className="zyt-s-on" d="M65 128 v-17 h6 q6 0 6 5 t-6 5 h-6" />
      <rect className="zyt-s-mark" x="454" y="104" width="32" height="32" rx="6" />
      <path className="zyt-s-on" d="M465 128 v-17 h6 q6 0 6 5 t-6 5 h-6" />
    </>
  ),
  rental: (
    <>
      <path className="zyt-s-fill" d="M150 240 v-26 q0 -12 14 -16 l44 -10 q28 -42 62 -42 h64 q34 0 62 42 l44 10 q20 5 20 22 v20z" />
      <path className="zyt-s-glass" d="M228 186 q20 -26 44 -27 h18 v27z M304 159 h30 q24 0 42 27 h-72z" />
      {WHEEL(206, 242)}
      {WHEEL(404, 242)}
      {/* The key that is handed over. */}
      <circle className="zyt-s-accent" cx="500" cy="132" r="17" />
      <path className="zyt-s-accent" d="M512 144 l38 38 l9 -9 M538 170 l9 -9" />
      <circle className="zyt-s-mark" cx="495" cy="127" r="4" />
      <path d="M92 240 v-70 M76 170 h32" />
      <rect className="zyt-s-body" x="66" y="128" width="52" height="42" rx="6" />
      <path className="zyt-s-accent" d="M80 149 l8 8 l16 -16" />
    </>
  ),
  tms: (
    <>
      {/* The way between two stops, and what is on it. */}
      <path className="zyt-s-accent" d="M84 128 q110 -92 236 -40 t240 24" strokeDasharray="3 9" />
      <path
        className="zyt-s-mark"
        d="M84 128 q-20 -22 -20 -38 a20 20 0 0 1 40 0 q0 16 -20 38z M560 112 q-20 -22 -20 -38 a20 20 0 0 1 40 0 q0 16 -20 38z"
      />
      <circle className="zyt-s-body" cx="84" cy="90" r="7" />
      <circle className="zyt-s-body" cx="560" cy="74" r="7" />
      <rect className="zyt-s-fill" x="150" y="158" width="208" height="80" rx="5" />
      <path
        d="M176 158 v80 M202 158 v80 M228 158 v80 M254 158 v80 M280 158 v80 M306 158 v80 M332 158 v80"
        stroke="currentColor"
        opacity="0.15"
      />
      <path className="zyt-s-body" d="M364 240 v-72 h36 q10 0 14 9 l14 31 q3 6 3 12 v20z" />
      <path className="zyt-s-glass" d="M376 180 h22 q6 0 8 5 l11 24 h-41z" />
      {WHEEL(184, 242)}
      {WHEEL(212, 242)}
      {WHEEL(318, 242)}
      {WHEEL(402, 242)}
      <rect className="zyt-s-body" x="500" y="192" width="86" height="48" rx="3" />
      <path d="M492 192 l51 -28 l51 28 M520 240 v-26 h46 v26" />
    </>
  ),
}

/** Title by its clauses, which are never broken, and what stands below it; a company that has a picture of its own shows that instead. */
export const SAID: Record<Look, { title: readonly string[]; text: string }> = {
  leasing: {
    title: ['每辆车在谁手里，', '欠多少，', '什么时候回来'],
    text: '合同、交车、账单、催收、车务与定位在一处，谁都能查，不必问人。',
  },
  rental: {
    title: ['看得到档期，', '交得出钥匙，', '收得回租金'],
    text: '排期、预留、面签、验车与结算一路走完，一辆车一天只答应一位客户。',
  },
  tms: { title: ['从下单到结算，', '每一程都看得见'], text: '订单、调度、在途、签收与运费一条线，司机用手机，客户看链接。' },
}

export const Scene = ({ look }: { look: Look }) => (
  <svg className="zyt-scene" viewBox="0 52 640 224" aria-hidden="true" focusable="false">
    {GROUND}
    {SCENES[look]}
  </svg>
)
