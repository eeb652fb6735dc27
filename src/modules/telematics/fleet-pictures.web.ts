/** Small pictures drawn once and copied thousands of times: vehicles by state and heading, figures of gathered ones, plates. */
import { radiusOf, type Mark, type Spot } from './fleet.layout.ts'
import { drawVehicle } from './vehicle-icons.web.ts'

export interface Picture {
  image: HTMLCanvasElement
  /** In the pixels of the page. */
  width: number
  height: number
}
/** Nobody tells a heading more finely than this. */
const STEP = 10
const MOST_PLATES = 1000
const FONT = '11px system-ui, sans-serif'

export class Pictures {
  private readonly ratio: number
  private readonly dark: boolean
  private readonly known = new Map<string, Picture>()
  private plates = new Map<string, Picture>()
  constructor(ratio: number, dark: boolean) {
    this.ratio = ratio
    this.dark = dark
  }
  fits(ratio: number, dark: boolean): boolean {
    return this.ratio === ratio && this.dark === dark
  }

  vehicle(spot: Spot, size: number): Picture {
    const turn = (Math.round(spot.turn / STEP) * STEP) % 360
    const key = `${spot.state}${spot.alarm ? '!' : ''}${turn}:${size}`
    return this.remembered(key, size, size, (c) => {
      c.translate(size / 2, size / 2)
      drawVehicle(c, spot.state, spot.alarm, size, turn)
    })
  }

  gathered({ members, moving, alarms }: Mark): Picture {
    const count = members.length
    const radius = Math.round(radiusOf(count))
    const size = radius * 2 + 6
    return this.remembered(`${count}:${moving > 0 ? 'm' : ''}${alarms > 0 ? 'a' : ''}`, size, size, (c) => {
      c.translate(size / 2, size / 2)
      c.beginPath()
      c.arc(0, 0, radius, 0, 2 * Math.PI)
      c.fillStyle = moving > 0 ? '#18794e' : '#5a6270'
      c.fill()
      c.lineWidth = alarms > 0 ? 4 : 2
      c.strokeStyle = alarms > 0 ? '#e5484d' : '#ffffff'
      c.stroke()
      c.font = '13px system-ui, sans-serif'
      c.textAlign = 'center'
      c.textBaseline = 'middle'
      c.fillStyle = '#ffffff'
      c.fillText(String(count), 0, 1)
    })
  }

  plate(text: string): Picture {
    const found = this.plates.get(text)
    if (found) return found
    // A day of panning meets every plate; only the last thousand are kept.
    if (this.plates.size >= MOST_PLATES) this.plates = new Map([...this.plates].slice(MOST_PLATES / 2))
    const made = this.paint(widthOf(text) + 8, 18, (c) => {
      c.font = FONT
      c.textBaseline = 'middle'
      c.lineJoin = 'round'
      c.lineWidth = 3
      c.strokeStyle = this.dark ? '#14171b' : '#ffffff'
      c.strokeText(text, 4, 9)
      c.fillStyle = this.dark ? '#e6e8eb' : '#1d2129'
      c.fillText(text, 4, 9)
    })
    this.plates.set(text, made)
    return made
  }

  private remembered(key: string, width: number, height: number, draw: (c: CanvasRenderingContext2D) => void): Picture {
    const found = this.known.get(key)
    if (found) return found
    const made = this.paint(width, height, draw)
    this.known.set(key, made)
    return made
  }
  private paint(width: number, height: number, draw: (c: CanvasRenderingContext2D) => void): Picture {
    const image = document.createElement('canvas')
    image.width = Math.ceil(width * this.ratio)
    image.height = Math.ceil(height * this.ratio)
    const c = image.getContext('2d')!
    c.scale(this.ratio, this.ratio)
    draw(c)
    return { image, width, height }
  }
}

let ruler: CanvasRenderingContext2D | null = null
function widthOf(text: string): number {
  ruler ??= document.createElement('canvas').getContext('2d')!
  ruler.font = FONT
  return Math.ceil(ruler.measureText(text).width)
}
