/** A file that may itself be JSON, which the kit's download would take for an answer. */
import { api } from '#kit/ui/api.web.ts'

export async function saveFile(path: string, query: Record<string, unknown>, name: string): Promise<void> {
  const response = await api.raw('GET', path, undefined, { query })
  const address = URL.createObjectURL(await response.blob())
  const link = document.createElement('a')
  link.href = address
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  // Some browsers read the blob after the click returns.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
