/** Small pictures drawn once and copied thousands of times: vehicles by state and heading, figures of gathered ones, plates. */
import { tokenOf, FILLS } from '#kit/ui/look/tokens.ts'
import type { Picture } from '#kit/ui/map/map.web.ts'
import { radiusOf, type Mark, type Spot } from './fleet.layout.ts'
import { drawVehicle } from './vehicle-icons.web.ts'

/** Nobody tells a heading more finely than this. */
const STEP = 10
const FONT = '11px system-ui, sans-serif'
const PLATE_HEIGHT = 18

export function vehiclePicture(spot: Spot, size: number): Picture {
  const turn = (Math.round(spot.turn / STEP) * STEP) % 360
  return {
    key: `${spot.state}${spot.alarm ? '!' : ''}${turn}:${size}`,
    width: size,
    height: size,
    draw: (c) => {
      c.translate(size / 2, size / 2)
      drawVehicle(c, spot.state, spot.alarm, size, turn)
    },
  }
}

export function gatheredPicture({ members, moving, alarms }: Mark): Picture {
  const count = members.length
  const radius = Math.round(radiusOf(count))
  const size = radius * 2 + 6
  return {
    key: `${count}:${moving > 0 ? 'm' : ''}${alarms > 0 ? 'a' : ''}`,
    width: size,
    height: size,
    draw: (c) => {
      c.translate(size / 2, size / 2)
      c.beginPath()
      c.arc(0, 0, radius, 0, 2 * Math.PI)
      c.fillStyle = moving > 0 ? FILLS.green : FILLS.grey
      c.fill()
      c.lineWidth = alarms > 0 ? 4 : 2
      c.strokeStyle = alarms > 0 ? FILLS.red : tokenOf('on-fill', false)
      c.stroke()
      c.font = '13px system-ui, sans-serif'
      c.textAlign = 'center'
      c.textBaseline = 'middle'
      c.fillStyle = tokenOf('on-fill', false)
      c.fillText(String(count), 0, 1)
    },
  }
}

export function platePicture(text: string, dark: boolean): Picture {
  return {
    key: `${dark ? 'd' : 'l'}${text}`,
    width: widthOf(text) + 8,
    height: PLATE_HEIGHT,
    draw: (c) => {
      c.font = FONT
      c.textBaseline = 'middle'
      c.lineJoin = 'round'
      c.lineWidth = 3
      c.strokeStyle = tokenOf('panel', dark)
      c.strokeText(text, 4, PLATE_HEIGHT / 2)
      c.fillStyle = tokenOf('text', dark)
      c.fillText(text, 4, PLATE_HEIGHT / 2)
    },
  }
}

/** Around the one that was chosen. */
export const CHOSEN: Picture = {
  key: 'chosen',
  width: 44,
  height: 44,
  draw: (c) => {
    c.beginPath()
    c.arc(22, 22, 20, 0, 2 * Math.PI)
    c.fillStyle = `${FILLS.blue}2e`
    c.fill()
    c.lineWidth = 2
    c.strokeStyle = FILLS.blue
    c.stroke()
  },
}

const widths = new Map<string, number>()
let ruler: CanvasRenderingContext2D | null = null
/** Plates are measured once: the arrangement asks again several times a second. */
function widthOf(text: string): number {
  const known = widths.get(text)
  if (known !== undefined) return known
  ruler ??= document.createElement('canvas').getContext('2d')!
  ruler.font = FONT
  const width = Math.ceil(ruler.measureText(text).width)
  widths.set(text, width)
  return width
}
