#!/bin/sh
# Runs inside the machine: each file that appears in /probe/in is run once; what it says
# and how it ended are in /probe/out. Outside, /probe is an ordinary folder.
while sleep 0.1; do
  for file in /probe/in/*.sh; do
    [ -e "$file" ] || continue
    name=$(basename "$file" .sh)
    sh "$file" >"/probe/out/$name.text" 2>&1
    echo $? >"/probe/out/$name.new"
    rm "$file"
    mv "/probe/out/$name.new" "/probe/out/$name.status"
  done
done
