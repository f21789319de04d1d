"""Files for cutting and drilling.

files     all of them; a plan as SVG and as DXF
plan      a drawing in millimetres
nest      lays out pieces on sheets as large as the bed
battens   strips of wood along the seams of a layer
template  a plan at 1:1 on sheets of paper
pdf       PDF pages in millimetres
"""
