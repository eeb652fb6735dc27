/** A large export with its memory, and the check of a large import. */
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { readXlsx } from '#kit/excel/read.server.ts'
import type { SheetColumn } from '#kit/excel/sheet.ts'
import { xlsxBytes } from '#kit/excel/write.server.ts'
import { vinCheckDigit } from '#kit/basics/identifiers/vin.ts'
import { envelopeOf } from './client.ts'
import type { Fleet } from './fleet.ts'
import { forgetHigh, line, memoryOf, seconds, times, type Line } from './measure.ts'
import type { Product } from './product.ts'

const COLUMNS = [
  'plateNo',
  'plateColor',
  'status',
  'vin',
  'model',
  'energy',
  'useNature',
  'ownership',
  'store',
  'purchasePrice',
  'registeredOn',
  'drivingLicenceNo',
  'inspectionDueOn',
  'compulsoryInsuranceDueOn',
  'commercialInsuranceDueOn',
  'loadKg',
  'volume',
  'odometer',
  'remark',
  'createdAt',
]
const IMPORT_ROWS = 10_000

interface Task {
  status: string
  error: string | null
  result: { rows: number } | null
}

export async function benchExport(product: Product, { admin, stores, size }: Fleet): Promise<Line[]> {
  // Two of twenty stores: a tenth of the fleet.
  const store = stores
    .slice(0, 2)
    .map((s) => s.id)
    .join(',')
  const run = async (columns: string[]): Promise<Task> => {
    const { taskId } = await admin.call<{ taskId: number }>('POST', '/api/v1/vehicle/export', { query: { store }, columns })
    for (;;) {
      const task = await admin.call<Task>('GET', `/api/v1/task/detail?id=${taskId}`)
      if (task.status === 'done' || task.status === 'failed') return task
      await pause(100)
    }
  }
  const small = await admin.post('/api/v1/vehicle/export', { query: { store, keyword: '000011' }, columns: COLUMNS })
  if (small.status !== 200) throw new Error(`export: ${small.status} ${small.bytes.toString()}`)
  const [floor, rows] = await seconds(() => fetchRows(product, store))
  forgetHigh(product.pid)
  const before = memoryOf(product.pid).now
  const [took, task] = await seconds(() => run(COLUMNS))
  const grown = memoryOf(product.pid).high - before
  if (task.status !== 'done') throw new Error(`export: ${task.error}`)
  return [
    line(
      `export ${task.result?.rows.toLocaleString('en')} rows × ${COLUMNS.length} columns of ${size.toLocaleString('en')}`,
      `${took.toFixed(1)} s`,
      { floor: `the rows alone, one query: ${floor.toFixed(1)} s (${rows.toLocaleString('en')})`, ratio: times(took / floor) },
    ),
    line('memory the export takes (high-water mark − before)', `+${Math.round(grown)} MB`, {
      floor: `${Math.round(before)} MB before`,
      budget: '≤ 100 MB',
      met: grown <= 100,
    }),
  ]
}

/** What a tenth of the fleet costs as a workbook: seconds, and how much more memory the program takes at its highest. */
export async function exportGrowth(product: Product, { admin, stores }: Fleet): Promise<{ mb: number; seconds: number }> {
  const query = {
    store: stores
      .slice(0, 2)
      .map((s) => s.id)
      .join(','),
  }
  forgetHigh(product.pid)
  const before = memoryOf(product.pid).now
  const [took] = await seconds(async () => {
    const { taskId } = await admin.call<{ taskId: number }>('POST', '/api/v1/vehicle/export', { query, columns: COLUMNS })
    for (;;) {
      const task = await admin.call<Task>('GET', `/api/v1/task/detail?id=${taskId}`)
      if (task.status === 'failed') throw new Error(`export: ${task.error}`)
      if (task.status === 'done') return
      await pause(100)
    }
  })
  return { mb: memoryOf(product.pid).high - before, seconds: took }
}

async function fetchRows(product: Product, store: string): Promise<number> {
  const client = new pg.Client(product.endpoint())
  await client.connect()
  try {
    return (
      (
        await client.query(
          'select * from vehicle where operator_id = 1 and store = any($1) and deleted_at is null order by created_at desc, id desc',
          [store.split(',').map(Number)],
        )
      ).rowCount ?? 0
    )
  } finally {
    await client.end()
  }
}

const vin = (n: number): string => {
  const stem = `LGXCE4CB0RB${String(n).padStart(6, '0')}`
  return `${stem.slice(0, 8)}${vinCheckDigit(stem)}${stem.slice(9)}`
}

export async function benchImport(_product: Product, { admin, stores, models }: Fleet): Promise<Line[]> {
  const labels = ['车牌号', '车牌颜色', '车架号', '车型', '能源类型', '使用性质', '权属', '所属门店', '注册日期', '备注']
  const template = await readXlsx((await admin.get('/api/v1/vehicle/import/template')).bytes)
  const headings = template.rows[0]!.cells.map(String)
  const columns: SheetColumn[] = labels.map((label, i) => ({
    key: `c${i}`,
    label: headings.find((h) => h.replace(/[*＊\s]/g, '').startsWith(label)) ?? label,
    kind: 'text',
  }))
  const rows = Array.from({ length: IMPORT_ROWS }, (_, n) => {
    const values = [
      `京A${String(10_000 + n)}`,
      '蓝',
      vin(n),
      `比亚迪 ${String(models[n % models.length]!['name'])}`,
      '纯电',
      '租赁',
      '自有',
      stores[n % stores.length]!['name'],
      '2024-05-06',
      n % 50 ? '正常' : '',
    ]
    return Object.fromEntries(values.map((value, i) => [`c${i}`, value]))
  })
  const pieces: Uint8Array[] = []
  for await (const piece of xlsxBytes(rows, { sheetName: '车辆', columns })) pieces.push(piece)
  const file = Buffer.concat(pieces)
  const [floor] = await seconds(() => readXlsx(file))
  const [took, answer] = await seconds(() => admin.upload('/api/v1/vehicle/import', '车辆.xlsx', 'application/zip', file))
  const { code, message, data } = envelopeOf(answer)
  if (code !== 200) throw new Error(`import: ${message} ${JSON.stringify(data)}`)
  const { rows: judged } = data as { rows: { errors?: object }[] }
  const wrong = judged.filter((row) => Object.keys(row.errors ?? {}).length > 0).length
  return [
    line(`check an import of ${judged.length.toLocaleString('en')} rows against the fleet (${wrong} with errors)`, `${took.toFixed(1)} s`, {
      floor: `reading the file alone ${floor.toFixed(1)} s`,
      ratio: times(took / floor),
      budget: '≤ 10 s',
      met: took <= 10,
    }),
  ]
}
