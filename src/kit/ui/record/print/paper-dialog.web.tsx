/** A paper as it comes out of the printer: the PDF itself is the preview. */
import { useEffect, useState, type ReactNode } from 'react'
import { Button, Space } from 'antd'
import { DownloadOutlined, PrinterOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../client/api.web.ts'
import { Dialog } from '../../dialog/dialog.web.tsx'
import { ErrorState, LoadingState } from '../../parts/state.web.tsx'
import './paper.css'

interface Props {
  entity: string
  id: number
  kind: string
  label: string
  onClose: () => void
}

export const PaperPreview = ({ entity, id, kind, label, onClose }: Props) => (
  <PaperFrame path={`/api/v1/${entity}/paper`} query={{ id, kind }} label={label} onClose={onClose} />
)

interface FrameProps extends Pick<Props, 'label' | 'onClose'> {
  /** Where the PDF is had. */
  path: string
  query: Readonly<Record<string, string | number>>
  /** Beside the buttons: what is to be on the paper. */
  tools?: ReactNode
}

export function PaperFrame({ path, query, label, tools, onClose }: FrameProps) {
  const paper = useQuery({
    queryKey: ['paper', path, query],
    // What stands on it may have changed since, and each one made is noted.
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
    queryFn: async ({ signal }) => (await api.raw('GET', path, undefined, { query, signal, silent: true })).blob(),
  })
  const address = useAddress(paper.data)
  return (
    <Dialog open title={label} width={980} footer={null} onCancel={onClose}>
      {paper.isError ? <ErrorState error={paper.error} onRetry={() => void paper.refetch()} /> : null}
      {paper.isPending ? <LoadingState rows={8} /> : null}
      {address ? (
        <>
          <Space className="zyt-paper-tools" wrap>
            <Button type="primary" icon={<PrinterOutlined />} onClick={() => window.open(address, '_blank')}>
              打开并打印
            </Button>
            <Button icon={<DownloadOutlined />} href={address} download={`${label}.pdf`}>
              下载 PDF
            </Button>
            {tools}
          </Space>
          <iframe className="zyt-paper-frame" title={label} src={address} />
        </>
      ) : null}
    </Dialog>
  )
}

function useAddress(blob: Blob | undefined): string | null {
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    if (!blob) return
    const made = URL.createObjectURL(blob)
    setAddress(made)
    return () => {
      URL.revokeObjectURL(made)
      setAddress(null)
    }
  }, [blob])
  return address
}
