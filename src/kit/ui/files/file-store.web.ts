/** Files of the server in the browser. They need the token, so they come by fetch and are shown from memory. */
import { useEffect, useState } from 'react'
import type { FileLink } from '../../entity/field.ts'
import { api } from '../client/api.web.ts'

const FILE_PATH = '/api/v1/file/get'

const KEEP = 80
/** Oldest first; a thumbnail seen twice is fetched once. */
const blobs = new Map<string, Promise<Blob>>()

function fileBlob(id: string): Promise<Blob> {
  const known = blobs.get(id)
  if (known) return known
  const loading = api.raw('GET', FILE_PATH, undefined, { query: { id }, silent: true }).then((response) => response.blob())
  loading.catch(() => blobs.delete(id))
  blobs.set(id, loading)
  for (const old of blobs.keys()) {
    if (blobs.size <= KEEP) break
    blobs.delete(old)
  }
  return loading
}

/** Address of the file's content as long as the component is shown: `undefined` while loading, `null` when it failed. */
export function useFileUrl(file: FileLink | null): string | null | undefined {
  const [url, setUrl] = useState<string | null | undefined>(undefined)
  const id = file?.id ?? null
  useEffect(() => {
    if (!id) return
    let address: string | null = null
    let wanted = true
    setUrl(undefined)
    fileBlob(id).then(
      (blob) => {
        if (!wanted) return
        address = URL.createObjectURL(blob)
        setUrl(address)
      },
      () => wanted && setUrl(null),
    )
    return () => {
      wanted = false
      if (address) URL.revokeObjectURL(address)
    }
  }, [id])
  return url
}

export const downloadFile = (file: FileLink): Promise<unknown> => api.download(FILE_PATH, { query: { id: file.id }, fileName: file.name })

/** All of them in one zip, made here; names that occur twice are numbered. */
export async function downloadAll(files: readonly FileLink[], name: string): Promise<void> {
  const { zip } = await import('fflate')
  const contents: Record<string, Uint8Array> = {}
  for (const file of files) contents[freeName(file.name, contents)] = new Uint8Array(await (await fileBlob(file.id)).arrayBuffer())
  const packed = await new Promise<Uint8Array>((resolve, reject) =>
    zip(contents, { level: 0 }, (error, data) => (error ? reject(error) : resolve(data))),
  )
  const address = URL.createObjectURL(new Blob([packed as BlobPart], { type: 'application/zip' }))
  const link = document.createElement('a')
  link.href = address
  link.download = `${name}.zip`
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

function freeName(name: string, taken: Record<string, unknown>): string {
  const plain = name.replace(/[/\\]/g, '_')
  const dot = plain.lastIndexOf('.')
  for (let n = 1; ; n++) {
    const candidate = n === 1 ? plain : dot > 0 ? `${plain.slice(0, dot)}(${n})${plain.slice(dot)}` : `${plain}(${n})`
    if (!Object.hasOwn(taken, candidate)) return candidate
  }
}
