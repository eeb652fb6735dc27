/**
 * Where the content of files lies: a folder, or a store that speaks the S3 protocol. What a file is called, whose it is and
 * who may see it stands in the database; a store knows random ids only, so no name a person types can lead anywhere.
 */
import { createHash, randomBytes } from 'node:crypto'
import { createReadStream, openAsBlob } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { setTimeout as pause } from 'node:timers/promises'
import { AwsV4Signer } from 'aws4fetch'
import { absent, AppError } from '../basics/errors.ts'

export interface FileStore {
  /** Returns when the content will survive a power cut. */
  put(id: string, body: AsyncIterable<Uint8Array>): Promise<{ size: number; sha256: string }>
  /** Null when there is nothing. */
  open(id: string): Promise<Readable | null>
  /** What is already gone is removed too. */
  remove(id: string): Promise<void>
}

/** 128 random bits: an id cannot be guessed (ASVS 11.5.1). */
export const newFileId = (): string => randomBytes(16).toString('hex')

function checkId(id: string): string {
  if (!/^[a-f0-9]{32}$/.test(id)) throw absent('文件已被删除，请刷新后重试')
  return id
}

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException)?.code === 'ENOENT'

/** A full disk is told as such: the person cannot mend it, but knows whom to call. */
function explainedError(error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException
  return code === 'ENOSPC' || code === 'EDQUOT' ? new AppError('busy', '服务器存储空间不足，文件未保存，请联系管理员') : error
}

/** Writes and syncs a whole file; nothing is left behind when the body breaks off. */
async function writeWhole(path: string, body: AsyncIterable<Uint8Array>): Promise<{ size: number; sha256: string }> {
  const hash = createHash('sha256')
  let size = 0
  try {
    const handle = await open(path, 'wx', 0o600)
    try {
      for await (const chunk of body) {
        hash.update(chunk)
        size += chunk.byteLength
        await handle.writeFile(chunk)
      }
      await handle.sync()
    } finally {
      await handle.close()
    }
  } catch (error) {
    await rm(path, { force: true })
    throw explainedError(error)
  }
  return { size, sha256: hash.digest('hex') }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

export class FolderStore implements FileStore {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  #path(id: string): string {
    return join(this.#folder, checkId(id).slice(0, 2), id)
  }

  async put(id: string, body: AsyncIterable<Uint8Array>): Promise<{ size: number; sha256: string }> {
    const path = this.#path(id)
    const folder = dirname(path)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const draft = `${path}.${randomBytes(4).toString('hex')}.tmp`
    const written = await writeWhole(draft, body)
    // Visible only when whole; the name itself must be on the disk too before anybody is told.
    await rename(draft, path)
    await syncFolder(folder)
    return written
  }

  async open(id: string): Promise<Readable | null> {
    try {
      const handle = await open(this.#path(id), 'r')
      return createReadStream('', { fd: handle })
    } catch (error) {
      if (isMissing(error)) return null
      throw error
    }
  }

  async remove(id: string): Promise<void> {
    await rm(this.#path(id), { force: true })
  }
}

export interface S3Options {
  endpoint: string
  bucket: string
  region: string
  accessKey: string
  secretKey: string
}

const UNAVAILABLE = '文件存储暂时不可用，请稍后再试'
const ATTEMPTS = 3
/** Nothing may wait for ever on a store that does not answer. */
const ANSWER_MS = 60_000

export class S3Store implements FileStore {
  readonly #options: S3Options
  readonly #base: string
  readonly #log: (message: string, details: object) => void

  constructor(options: S3Options, log: (message: string, details: object) => void) {
    this.#options = options
    this.#log = log
    const url = new URL(options.endpoint)
    // Some stores want the bucket in the host; then the endpoint is written that way (https://bucket.oss-cn-….com).
    const inHost = url.hostname.startsWith(`${options.bucket}.`)
    this.#base = `${url.origin}${url.pathname.replace(/\/$/, '')}/${inHost ? '' : `${options.bucket}/`}`
  }

  async put(id: string, body: AsyncIterable<Uint8Array>): Promise<{ size: number; sha256: string }> {
    checkId(id)
    // First onto the disk: the protocol wants length and hash in advance, and a second attempt needs the bytes again.
    const path = join(tmpdir(), `upload-${id}-${randomBytes(4).toString('hex')}`)
    try {
      const written = await writeWhole(path, body)
      const response = await this.#call('PUT', id, await openAsBlob(path), written.sha256)
      await response.body?.cancel()
      if (!response.ok) throw this.#failed('PUT', id, response.status)
      return written
    } finally {
      await rm(path, { force: true })
    }
  }

  async open(id: string): Promise<Readable | null> {
    const response = await this.#call('GET', checkId(id))
    if (response.ok && response.body) return Readable.fromWeb(response.body as ReadableStream)
    await response.body?.cancel()
    if (response.status === 404) return null
    throw this.#failed('GET', id, response.status)
  }

  async remove(id: string): Promise<void> {
    const response = await this.#call('DELETE', checkId(id))
    await response.body?.cancel()
    if (!response.ok && response.status !== 404) throw this.#failed('DELETE', id, response.status)
  }

  /** Putting the same bytes under the same id twice is harmless, so every call may be repeated. */
  async #call(method: 'PUT' | 'GET' | 'DELETE', id: string, body?: Blob, sha256?: string): Promise<Response> {
    for (let attempt = 1; ; attempt++) {
      const last = attempt === ATTEMPTS
      try {
        const response = await this.#once(method, id, body, sha256)
        if (response.status < 500 || last) return response
        await response.body?.cancel()
      } catch (error) {
        if (last) throw this.#failed(method, id, error instanceof Error ? (error.cause ?? error) : error)
      }
      await pause(100 * 4 ** (attempt - 1))
    }
  }

  async #once(method: string, id: string, body: Blob | undefined, sha256: string | undefined): Promise<Response> {
    const { accessKey, secretKey, region } = this.#options
    const signed = await new AwsV4Signer({
      method,
      url: `${this.#base}${id}`,
      accessKeyId: accessKey,
      secretAccessKey: secretKey,
      region,
      service: 's3',
      headers: { 'X-Amz-Content-Sha256': sha256 ?? createHash('sha256').digest('hex') },
    }).sign()
    // A redirect would carry the signature to another host.
    const init: RequestInit = { method, headers: signed.headers, redirect: 'error' }
    if (body) return fetch(signed.url, { ...init, body, signal: AbortSignal.timeout(ANSWER_MS + Math.ceil(body.size / 100)) })
    // The time limit is for the answer to begin: a long video may be watched for longer.
    const patience = new AbortController()
    const timer = setTimeout(() => patience.abort(), ANSWER_MS)
    try {
      return await fetch(signed.url, { ...init, signal: patience.signal })
    } finally {
      clearTimeout(timer)
    }
  }

  #failed(method: string, id: string, reason: unknown): AppError {
    this.#log('object store failed', { method, id, reason: String(reason) })
    return new AppError('busy', UNAVAILABLE)
  }
}
