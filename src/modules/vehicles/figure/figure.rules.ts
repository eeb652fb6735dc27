/** Which figure is drawn of a vehicle without a photo: by the category of its model, and what moves it. */

/** The codes of the dictionary 车辆类别 as delivered. */
export const SHAPES = ['van', 'stake', 'flat', 'reefer', 'minivan', 'tractor', 'trailer', 'sedan', 'suv', 'pickup', 'special'] as const
export type Shape = (typeof SHAPES)[number]

/** Categories a company added itself are recognised by their name; the more particular word stands first. */
const WORDS: readonly (readonly [RegExp, Shape])[] = [
  [/冷藏|冷链|保温/, 'reefer'],
  [/半挂牵引|牵引|拖头|车头/, 'tractor'],
  [/挂车|半挂|全挂/, 'trailer'],
  [/皮卡/, 'pickup'],
  [/SUV|越野/i, 'suv'],
  [/轿车|两厢|三厢|网约/, 'sedan'],
  [/面包|微面|客车|商务|MPV/i, 'minivan'],
  [/高栏|仓栅|栏板/, 'stake'],
  [/平板|平台/, 'flat'],
  [/厢|货车|轻卡|中卡|重卡|微卡|VAN/i, 'van'],
]
const isShape = (code: string): code is Shape => (SHAPES as readonly string[]).includes(code)

export interface FigureFacts {
  category: string | null
  /** The name of the category in the company's dictionary. */
  label?: string | null | undefined
  isTrailer?: boolean | null | undefined
}
export function shapeOf({ category, label, isTrailer }: FigureFacts): Shape {
  if (isTrailer) return 'trailer'
  if (category && isShape(category)) return category
  const words = `${label ?? ''} ${category ?? ''}`
  return WORDS.find(([word]) => word.test(words))?.[1] ?? 'special'
}

/** What is charged, what is filled up with gas or hydrogen, what burns: three marks are told apart at this size, six are not. */
export type Drive = 'charged' | 'both' | 'gas' | 'fuel'
export const driveOf = (energy: unknown): Drive | null =>
  energy === 'electric'
    ? 'charged'
    : energy === 'hybrid'
      ? 'both'
      : energy === 'gas' || energy === 'hydrogen'
        ? 'gas'
        : energy === 'diesel' || energy === 'petrol'
          ? 'fuel'
          : null
