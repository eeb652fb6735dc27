import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const outDir = 'dist/web'
const compressible = /\.(?:js|css|html|svg|json|webmanifest)$/

/**
 * Compressed copies beside every text file, so that the server never compresses while it answers, and
 * build.json with a version made of the contents: the same sources give the same version on every node.
 */
function finish(): Plugin {
  return {
    name: 'finish',
    apply: 'build',
    async closeBundle() {
      const entries = await readdir(outDir, { recursive: true, withFileTypes: true })
      const files = entries
        .filter((e) => e.isFile() && compressible.test(e.name) && e.name !== 'build.json')
        .map((e) => join(e.parentPath, e.name))
        .toSorted()
      const hash = createHash('sha256')
      await Promise.all(
        files.map(async (file) => {
          const text = await readFile(file)
          if (text.length < 1024) return
          const options = { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: text.length } }
          await writeFile(`${file}.br`, await promisify(brotliCompress)(text, options))
          await writeFile(`${file}.gz`, await promisify(gzip)(text, { level: 9 }))
        }),
      )
      for (const file of files) hash.update(file.slice(outDir.length)).update(await readFile(file))
      await writeFile(join(outDir, 'build.json'), JSON.stringify({ version: hash.digest('hex').slice(0, 16) }))
    },
  }
}

/**
 * An icon beside a text says nothing of its own, but the library has each one read aloud by its English name: «download 导出».
 * Here is the one place where all of them are drawn, those inside the library's own controls too: an icon without a label or a
 * title is hidden from screen readers.
 */
function quietIcons(): Plugin {
  const spoken = '"aria-label": icon.name'
  const quiet = '"aria-label": restProps.title, "aria-hidden": restProps.title || restProps["aria-label"] ? undefined : true'
  return {
    name: 'quiet-icons',
    transform(code, id) {
      if (!/@ant-design\/icons\/.*\/AntdIcon(?:Light)?\.js/.test(id)) return null
      if (!code.includes(spoken)) throw new Error('@ant-design/icons draws its icons otherwise than quietIcons (vite.config.ts) knows')
      return { code: code.replace(spoken, quiet), map: null }
    },
  }
}

/**
 * The library names the button that empties a picker in English alone, and takes another name only where each picker is used. Here is the
 * one place where all of them are made: 清除, which is read in English where the page is.
 */
function namedClearing(): Plugin {
  const english = "?? 'Clear'"
  return {
    name: 'named-clearing',
    transform(code, id) {
      if (!/@rc-component\/select\/.*\/useAllowClear\.js/.test(id)) return null
      if (!code.includes(english))
        throw new Error('@rc-component/select names its button otherwise than namedClearing (vite.config.ts) knows')
      return { code: code.replace(english, "?? '清除'"), map: null }
    },
  }
}

export default defineConfig({
  plugins: [quietIcons(), namedClearing(), react(), finish()],
  build: {
    outDir,
    emptyOutDir: true,
    target: 'es2023',
    // Data URIs would need an exception in the content security policy.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1500,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'react',
              test: /node_modules[\\/](?:react|react-dom|scheduler|react-router|cookie|set-cookie-parser)[\\/]/,
              priority: 30,
            },
            { name: 'echarts', test: /node_modules[\\/](?:echarts|zrender)[\\/]/, priority: 20 },
            { name: 'pinyin', test: /node_modules[\\/]pinyin-pro[\\/]/, priority: 20 },
            { name: 'antd', test: /node_modules[\\/](?:antd|@ant-design|@rc-component|rc-[a-z-]+|dayjs)[\\/]/, priority: 10 },
          ],
        },
      },
    },
  },
  // The host stays the browser's own: the server compares it with the origin of every write, and dresses the page by it.
  server: {
    proxy: Object.fromEntries(['/api', '/verify.json'].map((path) => [path, { target: 'http://localhost:8080', changeOrigin: false }])),
  },
})
