/** BPMN 2.0 with a drawing (DI), so that standard viewers open what was designed here. Export only: the tree is the truth. */
import { describe as say, type Vocabulary } from '../../engine/expression.ts'
import { isBranching, type BranchNode, type ProcessDefinition, type ProcessNode } from '../../engine/definition.ts'

const escape = (text: string): string => text.replace(/[<>&"']/g, (c) => `&#${c.charCodeAt(0)};`).replace(/(?![\t\n\r])\p{Cc}/gu, '')

export interface Box {
  x: number
  y: number
  w: number
  h: number
}
/** Where a line starts from: the element, and the lane (row) it runs in. */
interface End {
  id: string
  row: number
  label: string
  condition: string | null
}
interface Flow {
  id: string
  from: string
  to: string
  name: string
  condition: string | null
  /** The lane its long part runs in; `back`: above everything, to an earlier node. */
  row: number
  back: boolean
}
interface Shape {
  id: string
  tag: string
  name: string
  box: Box
  inside: string
  /** Names of gates stand where no line leaves them. */
  label: 'inside' | 'above' | 'below'
}
const SIZE = { task: { w: 120, h: 64 }, gate: { w: 40, h: 40 }, event: { w: 32, h: 32 } }
const [STEP_X, LANE_Y, LEFT, TOP] = [220, 130, 120, 160]
const LABEL = { w: 130, h: 28 }
const GATES = {
  parallel: 'parallelGateway',
  inclusive: 'inclusiveGateway',
  condition: 'exclusiveGateway',
  route: 'exclusiveGateway',
} as const
const yOf = (row: number): number => TOP + row * LANE_Y
const centre = (b: Box): { x: number; y: number } => ({ x: b.x + b.w / 2, y: b.y + b.h / 2 })

/** Ids of what nobody drew (ends, joins, pictures) have a prefix of their own: a node may be called anything. Lanes below one another: a branch has rows of its own from its gate to where the branches meet, so lines cross nothing. */
class Drawing {
  readonly shapes: Shape[] = []
  readonly flows: Flow[] = []
  private readonly defaults = new Map<string, string>()
  private readonly known: Vocabulary
  constructor(known: Vocabulary) {
    this.known = known
  }

  private place(
    id: string,
    tag: string,
    name: string,
    size: { w: number; h: number },
    col: number,
    row: number,
    label: Shape['label'],
    inside = '',
  ): void {
    const box = { x: LEFT + col * STEP_X - size.w / 2, y: yOf(row) - size.h / 2, ...size }
    this.shapes.push({ id, tag, name, box, inside, label })
  }
  private join(from: string, to: string, name: string, condition: string | null, row: number, back = false): string {
    const id = `flow_${this.flows.length + 1}`
    this.flows.push({ id, from, to, name, condition, row, back })
    return id
  }
  private link(from: End, to: string): void {
    const isDefault = from.condition === 'default'
    const flow = this.join(from.id, to, from.label, isDefault ? null : from.condition, from.row)
    if (isDefault) this.defaults.set(from.id, flow)
  }

  private element(n: ProcessNode, id: string, col: number, row: number): void {
    if (isBranching(n)) return this.place(id, GATES[n.kind], n.name, SIZE.gate, col, row, 'above')
    switch (n.kind) {
      case 'route':
        return this.place(id, GATES.route, n.name, SIZE.gate, col, row, 'below')
      case 'start':
        return this.place(id, 'startEvent', n.name, SIZE.event, col, row, 'below')
      case 'delay': {
        const when =
          n.hours === undefined
            ? `<bpmn:timeDate xsi:type="bpmn:tFormalExpression">${escape(n.until ?? '')}</bpmn:timeDate>`
            : `<bpmn:timeDuration xsi:type="bpmn:tFormalExpression">PT${Math.round(n.hours * 60)}M</bpmn:timeDuration>`
        return this.place(
          id,
          'intermediateCatchEvent',
          n.name,
          SIZE.event,
          col,
          row,
          'below',
          `<bpmn:timerEventDefinition id="timer_${id}">${when}</bpmn:timerEventDefinition>`,
        )
      }
      case 'subprocess':
        return this.place(id, 'callActivity', n.name, SIZE.task, col, row, 'inside')
      case 'copy':
        return this.place(id, 'sendTask', n.name, SIZE.task, col, row, 'inside')
      case 'trigger':
        return this.place(id, 'serviceTask', n.name, SIZE.task, col, row, 'inside')
      default:
        return this.place(
          id,
          'userTask',
          n.name,
          SIZE.task,
          col,
          row,
          'inside',
          `<bpmn:multiInstanceLoopCharacteristics isSequential="${n.mode === 'sequential'}"/>`,
        )
    }
  }

  /** Draws a list from a column on; answers its last end, the first free column, and how many rows it took. */
  list(nodes: readonly ProcessNode[], from: End | null, col: number, row: number): { end: End; col: number; rows: number } {
    let [at, rows, end] = [col, 1, from]
    for (const n of nodes) {
      const id = `n_${n.id}`
      this.element(n, id, at++, row)
      if (end) this.link(end, id)
      end = { id, row, label: '', condition: null }
      if (n.kind === 'route') {
        for (const r of n.routes) this.join(id, `n_${r.to}`, r.name, say(r.when, this.known), row, true)
        end = { ...end, label: '继续向下', condition: 'default' }
      }
      if (!isBranching(n)) continue
      const met = this.branches(n, id, at, row)
      rows = Math.max(rows, met.rows)
      at = met.col
      end = met.end
    }
    return { end: end!, col: at, rows }
  }

  private branches(n: BranchNode, id: string, col: number, row: number): { end: End; col: number; rows: number } {
    const ends: End[] = []
    let [widest, lane] = [col, row]
    for (const b of n.branches) {
      const condition = b.default ? 'default' : b.when ? say(b.when, this.known) : null
      const branch = this.list(b.nodes, { id, row: lane, label: b.name, condition }, col, lane)
      ends.push(branch.end)
      widest = Math.max(widest, branch.col)
      lane += branch.rows
    }
    const meet = `join_${id}`
    this.place(meet, GATES[n.kind], '', SIZE.gate, widest, row, 'above')
    for (const end of ends) this.link(end, meet)
    return { end: { id: meet, row, label: '', condition: null }, col: widest + 1, rows: lane - row }
  }
  end(from: End, col: number): void {
    this.place('end', 'endEvent', '结束', SIZE.event, col, 0, 'below')
    this.link(from, 'end')
  }

  /** Straight in its lane; out of a gate downwards, into a gate from below; back over the top. */
  points(f: Flow): [number, number][] {
    const [from, to] = [this.box(f.from), this.box(f.to)]
    const [a, b] = [centre(from), centre(to)]
    if (f.back) {
      const nth = this.flows.filter((x) => x.back && x.from === f.from).indexOf(f)
      const top = Math.min(a.y, b.y) - 52 - nth * 12
      return [
        [a.x, from.y],
        [a.x, top],
        [b.x, top],
        [b.x, to.y],
      ]
    }
    const y = yOf(f.row)
    const out: [number, number][] =
      y === a.y
        ? [[from.x + from.w, y]]
        : [
            [a.x, from.y + from.h],
            [a.x, y],
          ]
    const into: [number, number][] =
      y === b.y
        ? [[to.x, y]]
        : [
            [b.x, y],
            [b.x, to.y + to.h],
          ]
    return [...out, ...into]
  }
  private box = (id: string): Box => this.shapes.find((s) => s.id === id)!.box

  elements(): string[] {
    const flowsAt = (id: string, side: 'from' | 'to', tag: string): string =>
      this.flows
        .filter((f) => f[side] === id)
        .map((f) => `<bpmn:${tag}>${f.id}</bpmn:${tag}>`)
        .join('')
    const nodes = this.shapes.map(({ id, tag, name, inside }) => {
      const fallback = this.defaults.get(id)
      return `<bpmn:${tag} id="${id}" name="${escape(name)}"${fallback ? ` default="${fallback}"` : ''}>${flowsAt(id, 'to', 'incoming')}${flowsAt(id, 'from', 'outgoing')}${inside}</bpmn:${tag}>`
    })
    const flows = this.flows.map(
      (f) =>
        `<bpmn:sequenceFlow id="${f.id}" sourceRef="${f.from}" targetRef="${f.to}"${f.name ? ` name="${escape(f.name)}"` : ''}>${f.condition ? `<bpmn:conditionExpression xsi:type="bpmn:tFormalExpression">${escape(f.condition)}</bpmn:conditionExpression>` : ''}</bpmn:sequenceFlow>`,
    )
    return [...nodes, ...flows]
  }
  picture(): string[] {
    const label = (x: number, y: number, size = LABEL): string =>
      `<bpmndi:BPMNLabel><dc:Bounds x="${x}" y="${y}" width="${size.w}" height="${size.h}"/></bpmndi:BPMNLabel>`
    const shapes = this.shapes.map(({ id, tag, name, box: { x, y, w, h }, label: where }) => {
      const named =
        name && where !== 'inside' ? label(x + w / 2 - LABEL.w / 2, where === 'above' ? y - 20 : y + h + 6, { w: LABEL.w, h: 14 }) : ''
      return `<bpmndi:BPMNShape id="di_${id}" bpmnElement="${id}"${tag === 'exclusiveGateway' ? ' isMarkerVisible="true"' : ''}><dc:Bounds x="${x}" y="${y}" width="${w}" height="${h}"/>${named}</bpmndi:BPMNShape>`
    })
    const edges = this.flows.map((f) => {
      const points = this.points(f)
      const a = centre(this.box(f.from))
      const at = f.back
        ? label((points[1]![0] + points[2]![0]) / 2 - LABEL.w / 2, points[1]![1] - 18, { w: LABEL.w, h: 14 })
        : label(a.x + 22, yOf(f.row) - 32)
      return `<bpmndi:BPMNEdge id="di_${f.id}" bpmnElement="${f.id}">${points.map(([x, y]) => `<di:waypoint x="${x}" y="${y}"/>`).join('')}${f.name ? at : ''}</bpmndi:BPMNEdge>`
    })
    return [...shapes, ...edges]
  }
}

export function drawingOf(definition: ProcessDefinition, known: Vocabulary): Drawing {
  const drawing = new Drawing(known)
  const tail = drawing.list(definition.nodes, null, 0, 0)
  drawing.end(tail.end, tail.col)
  return drawing
}

export function bpmnOf(process: { key: string; name: string }, definition: ProcessDefinition, known: Vocabulary): string {
  const drawing = drawingOf(definition, known)
  const id = `p_${process.key.replace(/[^\w-]/g, '_')}`
  return `<?xml version="1.0" encoding="UTF-8"?>
<bpmn:definitions xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:bpmndi="http://www.omg.org/spec/BPMN/20100524/DI" xmlns:dc="http://www.omg.org/spec/DD/20100524/DC" xmlns:di="http://www.omg.org/spec/DD/20100524/DI" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" id="definitions" targetNamespace="urn:approval">
<bpmn:process id="${id}" name="${escape(process.name)}" isExecutable="false">
${drawing.elements().join('\n')}
</bpmn:process>
<bpmndi:BPMNDiagram id="diagram"><bpmndi:BPMNPlane id="plane" bpmnElement="${id}">
${drawing.picture().join('\n')}
</bpmndi:BPMNPlane></bpmndi:BPMNDiagram>
</bpmn:definitions>
`
}
