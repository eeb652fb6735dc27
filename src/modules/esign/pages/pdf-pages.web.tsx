/** The very revision that is signed, page by page. Loaded when a document is shown, in no first bundle. */
import { useEffect, useRef, useState } from 'react'
import { getDocument, GlobalWorkerOptions, type PDFDocumentProxy } from 'pdfjs-dist'
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url'
import type { ReactNode } from 'react'
import './sign.css'

GlobalWorkerOptions.workerSrc = workerUrl

interface Props {
  data: ArrayBuffer
  /** Called once for each page that came into view. */
  onSeen?: (page: number) => void
  onLoad?: (pages: number) => void
  /** Drawn over a page, in its points: the children of a layer as large as the page. */
  over?: (page: number, scale: number, size: { w: number; h: number }) => ReactNode
}

export default function PdfPages({ data, onSeen, onLoad, over }: Props) {
  const [doc, setDoc] = useState<PDFDocumentProxy | null>(null)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    // The library takes the buffer away; the caller keeps its own.
    const task = getDocument({ data: new Uint8Array(data.slice(0)) })
    task.promise.then(
      (loaded) => {
        setDoc(loaded)
        onLoad?.(loaded.numPages)
      },
      () => setFailed(true),
    )
    return () => void task.destroy()
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [data])
  if (failed) return <p role="alert">文件无法显示，请下载后查看</p>
  if (!doc) return <p role="status">正在打开文件…</p>
  return (
    <div className="zyt-pdf">
      {Array.from({ length: doc.numPages }, (_, i) => (
        <Page key={i} doc={doc} number={i + 1} onSeen={onSeen} over={over} />
      ))}
    </div>
  )
}

function Page({ doc, number, onSeen, over }: { doc: PDFDocumentProxy; number: number } & Pick<Props, 'onSeen' | 'over'>) {
  const box = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const [shown, setShown] = useState<{ scale: number; w: number; h: number } | null>(null)
  const [words, setWords] = useState('')
  useEffect(() => {
    let gone = false
    void (async () => {
      const page = await doc.getPage(number)
      const width = box.current?.clientWidth ?? 600
      const base = page.getViewport({ scale: 1 })
      const scale = Math.min(width / base.width, 1.6)
      const ratio = Math.min(window.devicePixelRatio || 1, 2)
      const viewport = page.getViewport({ scale: scale * ratio })
      const target = canvas.current
      if (gone || !target) return
      // Its place is kept from the first moment: pages that grow while somebody scrolls would be passed unseen.
      target.width = viewport.width
      target.height = viewport.height
      target.style.width = `${base.width * scale}px`
      target.style.aspectRatio = `${base.width} / ${base.height}`
      await page.render({ canvas: target, viewport }).promise
      const text = await page.getTextContent()
      if (gone) return
      setWords(text.items.map((item) => ('str' in item ? item.str : '')).join(''))
      setShown({ scale, w: base.width, h: base.height })
    })()
    return () => {
      gone = true
    }
  }, [doc, number])
  useEffect(() => {
    const target = box.current
    if (!target || !shown || !onSeen) return
    const observer = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && onSeen(number), {
      threshold: 0.3,
    })
    observer.observe(target)
    return () => observer.disconnect()
  }, [number, onSeen, shown])
  return (
    <div ref={box} className="zyt-pdf-page">
      <canvas ref={canvas} aria-hidden="true" />
      <p className="zyt-pdf-words">{`第 ${number} 页：${words}`}</p>
      {shown && over ? (
        <div className="zyt-pdf-over" style={{ width: shown.w * shown.scale, height: shown.h * shown.scale }}>
          {over(number, shown.scale, { w: shown.w, h: shown.h })}
        </div>
      ) : null}
    </div>
  )
}
